"""One mount's conversation with its view: everything the view may ask, answered exactly once, as effects.

It performs no I/O, reads no clock and holds no policy of its own: the gate decides, the shell performs. Pure.
Spec: Host lifecycle (R30, R34, R57 to R72); facts umbra U01 to U45 and heddle H50 to H79.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hostsim.consent import ConsentMemory, Outcome
from hostsim.effects import Effect, End, Ending, Key
from hostsim.grants import Gate
from hostsim.inventory import Inventory
from hostsim.listener import Listener
from hostsim.mount_end import MountEnd
from hostsim.offers import Offers
from hostsim.parts import assemble
from viewsdk.protocol.context import HostContext
from viewsdk.protocol.host_connection import HostConnection
from viewsdk.protocol.implementation import Implementation
from viewsdk.protocol.jsonrpc import ErrorData
from viewsdk.protocol.local_errors import Unencodable
from viewsdk.protocol.methods import Method
from viewsdk.protocol.ui_meta import ResourceAsk

__all__ = ["Conversation"]

Answer = Mapping[str, Any] | ErrorData


class Conversation:
    """Text and answers in, effects out; after `End` every verb returns nothing. `now` is one monotonic clock.

    Args:
        sandbox: what the sandbox really grants, for `hostCapabilities.sandbox`.
        server: whom a remembered consent is for.
    """

    def __init__(
        self,
        *,
        gate: Gate,
        host_info: Implementation,
        context: HostContext,
        offers: Offers | None = None,
        server: str = "",
        memory: ConsentMemory | None = None,
        sandbox: ResourceAsk | None = None,
    ) -> None:
        offers = offers if offers is not None else Offers()
        capabilities = offers.capabilities(sandbox if sandbox is not None else ResourceAsk())
        connection = HostConnection(host_info, capabilities, context, lenient=offers.lenient)
        memory = memory if memory is not None else ConsentMemory()
        self._connection = connection
        self._memory, self._server = memory, server
        self._parts = assemble(connection, gate, offers, server, memory)
        self._end = MountEnd(self._parts)
        self._listener = Listener(self._parts, self._end)

    @property
    def connection(self) -> HostConnection:
        """The protocol half, for whoever looks: its state, the view's introduction, the present context."""
        return self._connection

    @property
    def ended(self) -> End | None:
        """How it ended, or None while it goes on."""
        return self._end.reached

    # From the view

    def receive(self, text: str, now: float) -> list[Effect]:
        """Takes one text from the view's window; never raises, whatever it is."""
        if self._end.reached is not None:
            return []
        for event in self._connection.receive(text, now):
            self._listener.take(event, now)
        return self._parts.outbox.flush()

    # From the launch

    def launch_partial(self, arguments: Mapping[str, Any], now: float) -> list[Effect]:
        """Tells the view the arguments so far; waits for `initialized`, and a newer one takes its place meanwhile."""
        return self._say(lambda: self._connection.tool_input_partial(dict(arguments)))

    def launch_input(self, arguments: Mapping[str, Any], now: float) -> list[Effect]:
        """Tells the view the complete arguments, once; waits for `initialized`."""
        return self._say(lambda: self._connection.tool_input(dict(arguments)))

    def launch_result(self, result: Mapping[str, Any], now: float) -> list[Effect]:
        """Tells the view the result as the server sent it; one JSON cannot carry exactly becomes a failure in words."""
        return self._say(lambda: self._send_result(result))

    def launch_cancelled(self, reason: str | None, now: float) -> list[Effect]:
        """Tells the view that there will be no result, in place of one."""
        return self._say(lambda: self._connection.tool_cancelled(reason))

    # From the shell: how its effects ended

    def tool_answered(self, key: Key, answer: Answer, now: float) -> list[Effect]:
        """The end of a `CallTool`; a key that is not open (cancelled, late, of another mount) means nothing."""
        return self._say(lambda: self._parts.tools.answered(key, answer))

    def progressed(
        self, key: Key, progress: float, total: float | None, message: str | None, now: float
    ) -> list[Effect]:
        """The server is still at a `CallTool`."""
        return self._say(lambda: self._parts.tools.progressed(key, progress, total, message))

    def resource_answered(self, key: Key, answer: Answer, now: float) -> list[Effect]:
        """The end of a `ReadResource`."""
        return self._say(lambda: self._parts.reads.answered(key, answer))

    def resources_listed(self, key: Key, answer: Answer, now: float) -> list[Effect]:
        """The end of a `ListResources`."""
        return self._say(lambda: self._parts.reads.listed(key, answer))

    def consent_given(self, key: Key, outcome: Outcome, now: float) -> list[Effect]:
        """The end of an `AskConsent`."""
        return self._say(lambda: self._parts.desk.decide(key, outcome))

    def performed(self, key: Key, failure: str | None, now: float) -> list[Effect]:
        """The end of an `OpenLink`, `SaveFile`, `AddMessage` or `SetModelContext`; `failure` says why it failed."""
        return self._say(lambda: self._parts.deeds.performed(key, failure))

    def sampled(self, key: Key, answer: Answer, now: float) -> list[Effect]:
        """The end of a `Sample`."""
        return self._say(lambda: self._parts.deeds.sampled(key, answer))

    # From the host

    def change_context(self, patch: HostContext, now: float) -> list[Effect]:
        """Tells the view what changed, and only that. Raises LocalProtocolError for a mode the view cannot take."""
        return self._say(lambda: self._connection.change_context(patch))

    def inventory_changed(self, inventory: Inventory, now: float) -> list[Effect]:
        """The server's tools are others: the gate takes them over, what a person allowed of the old ones is forgotten,
        and the view is told to look again."""
        return self._say(lambda: self._replace_inventory(inventory))

    def resources_changed(self, now: float) -> list[Effect]:
        """The server's resources are others: the view is told to look again."""
        return self._say(lambda: self._connection.notify(Method.RESOURCES_LIST_CHANGED, {}))

    def list_app_tools(self, now: float) -> list[Effect]:
        """Asks the view for its own tools, if it declared any; `AppToolsListed` follows."""
        return self._say(lambda: self._parts.app_tools.list(now))

    def call_app_tool(self, name: str, arguments: Mapping[str, Any], now: float) -> tuple[Key, list[Effect]]:
        """Calls a tool of the view's own; `AppToolAnswered` follows, in this step or a later one."""
        key = self._parts.app_tools.call(name, arguments, now)
        return key, self._parts.outbox.flush()

    def teardown(self, reason: str, now: float) -> list[Effect]:
        """Asks the view to clean up, waits a bounded time, then ends; at once when it was never initialized (H70)."""
        return self._say(lambda: self._end.tear_down(reason, now))

    def close(self, reason: str, now: float) -> list[Effect]:
        """The frame is gone: ends without asking anybody."""
        return self._say(lambda: self._end.finish(Ending.CLOSED, reason))

    def frame_loaded_again(self, now: float) -> list[Effect]:
        """The frame shows another document now: ends, and nothing of it is heard (H57, H71)."""
        return self._say(lambda: self._end.finish(Ending.NAVIGATED, "the view's frame loaded another document"))

    # Time

    def tick(self, now: float) -> list[Effect]:
        """Does what is due."""
        if self._end.reached is not None:
            return []
        for event in self._connection.tick(now):
            self._listener.take(event, now)
        self._parts.desk.tick(now)
        return self._parts.outbox.flush()

    def next_deadline(self) -> float | None:
        """Returns when `tick` is due, or None."""
        if self._end.reached is not None:
            return None
        dues = [due for due in (self._connection.next_deadline(), self._parts.desk.next_deadline()) if due is not None]
        return min(dues, default=None)

    # Inside

    def _say(self, step: Callable[[], object]) -> list[Effect]:
        if self._end.reached is None:
            step()
        return self._parts.outbox.flush()

    def _replace_inventory(self, inventory: Inventory) -> None:
        self._parts.use_inventory(inventory)
        self._memory.forget(self._server)
        self._connection.notify(Method.TOOLS_LIST_CHANGED, {})

    def _send_result(self, result: Mapping[str, Any]) -> None:
        try:
            self._connection.tool_result(dict(result))
        except Unencodable as error:
            text = f"the result cannot be shown: {error}"
            self._connection.tool_result({"content": [{"type": "text", "text": text}], "isError": True})
