"""What a view asks of the person's side: links, downloads, messages, the model's context, the model itself.

Each becomes an effect only after policy and, where it is asked for, consent. It opens, saves and sends nothing. Pure.
Spec: ui/open-link, ui/download-file, ui/message, ui/update-model-context, sampling (R36, R37, R49 to R56).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from hostsim.audit import AuditKind
from hostsim.consent import Question
from hostsim.consent_desk import ConsentDesk, Refuse
from hostsim.denial import Denial
from hostsim.downloads import save_items
from hostsim.effects import AddMessage, Effect, Key, OpenLink, Sample, SaveFile, SetModelContext
from hostsim.grants import Gate
from hostsim.jobs import Job, JobKind, Jobs
from hostsim.offers import Offers
from hostsim.outbox import Outbox, passed_on
from viewsdk.protocol.events import ViewRequested
from viewsdk.protocol.jsonrpc import INVALID_PARAMS, NOT_ALLOWED, ErrorData
from viewsdk.protocol.methods import Method

__all__ = ["Deeds"]

Make = Callable[[Key], Effect]


class Deeds:
    """Everything of one mount that is done outside the frame and not by the server."""

    def __init__(self, outbox: Outbox, jobs: Jobs, desk: ConsentDesk, gate: Gate, offers: Offers, server: str) -> None:
        self.gate = gate
        self._outbox = outbox
        self._jobs = jobs
        self._desk = desk
        self._offers = offers
        self._server = server

    def open_link(self, asked: ViewRequested, now: float) -> None:
        """`ui/open-link`: only absolute http(s), and only what `open` admits."""
        if not self._offers.links:
            self._outbox.lack(asked.id, asked.method)
            return
        url = str(asked.params["url"])
        denial = self.gate.admit_link(url)
        if denial is not None:
            self._outbox.decline(asked.id, asked.method, denial)
            return
        self._ask_or_do(asked, url, {"url": url}, now, AuditKind.LINK, lambda key: OpenLink(key, url))

    def download(self, asked: ViewRequested, now: float) -> None:
        """`ui/download-file`: every item's URI must pass `save`; one that does not refuses all."""
        if not self._offers.downloads:
            self._outbox.lack(asked.id, asked.method)
            return
        items = save_items(cast("list[Mapping[str, Any]]", asked.params["contents"]))
        if not items:
            self._outbox.fail(asked.id, ErrorData(INVALID_PARAMS, f"{asked.method}: contents: nothing to save"))
            return
        denial = self.gate.admit_saves(item.uri for item in items)
        if denial is not None:
            self._outbox.decline(asked.id, asked.method, denial)
            return
        names = [item.name for item in items]
        details = {"names": names, "uris": [item.uri for item in items]}
        self._ask_or_do(asked, ", ".join(names), details, now, AuditKind.DOWNLOAD, lambda key: SaveFile(key, items))

    def send_message(self, asked: ViewRequested, now: float) -> None:
        """`ui/message`: added to the chat as the user's (R53)."""
        if not self._offers.messages:
            self._outbox.lack(asked.id, asked.method)
            return
        policy = self.gate.policy
        if policy is None or not policy.messages:
            denial = Denial.switched_off(self.gate.view_uri, asked.method, "messages")
            self._outbox.decline(asked.id, asked.method, denial)
            return
        content = _blocks(asked.params)
        details = {"content": content}
        self._ask_or_do(asked, asked.method, details, now, AuditKind.MESSAGE, lambda key: AddMessage(key, content))

    def update_context(self, asked: ViewRequested, now: float) -> None:
        """`ui/update-model-context`: replaces what this view said before; refused by error, as its result is empty."""
        if not self._offers.model_context:
            self._outbox.lack(asked.id, asked.method)
            return
        policy = self.gate.policy
        if policy is None or not policy.context:
            denial = Denial.switched_off(self.gate.view_uri, asked.method, "context")
            self._outbox.deny(asked.id, asked.method, denial)
            return
        content = _blocks(asked.params)
        structured = cast("Mapping[str, Any] | None", asked.params.get("structuredContent"))
        self._do(asked, asked.method, AuditKind.MODEL_CONTEXT, lambda key: SetModelContext(key, content, structured))

    def sample(self, asked: ViewRequested, now: float) -> None:
        """`sampling/createMessage`: a person is asked each time, as it costs and discloses (R37)."""
        if not self._offers.sampling:
            self._outbox.lack(asked.id, asked.method)
            return
        policy = self.gate.policy
        if policy is None or not policy.sampling:
            denial = Denial.switched_off(self.gate.view_uri, asked.method, "sampling")
            self._outbox.deny(asked.id, asked.method, denial)
            return
        params = {name: value for name, value in asked.params.items() if name != "_meta"}
        self._ask(
            asked, asked.method, {"params": params}, now, self._outbox.deny, lambda: self._start_sample(asked, params)
        )

    def performed(self, key: Key, failure: str | None) -> None:
        """Answers a link, download, message or context that was done, or could not be (`failure` says why)."""
        job = self._jobs.take(key, JobKind.DEED)
        if job is None:
            return
        if job.method == Method.UPDATE_MODEL_CONTEXT:
            self._answer_context(job, failure)
            return
        result: dict[str, Any] = {"isError": failure is not None}
        if failure is not None:
            result["_meta"] = {"viewsdk/failure": {"message": failure}}
        self._outbox.answer(job.request_id, result)

    def sampled(self, key: Key, answer: Mapping[str, Any] | ErrorData) -> None:
        """Passes the model's answer on."""
        job = self._jobs.take(key, JobKind.SAMPLE)
        if job is None:
            return
        if isinstance(answer, ErrorData):
            self._outbox.fail(job.request_id, passed_on(answer))
        else:
            self._outbox.answer(job.request_id, answer)

    def _answer_context(self, job: Job, failure: str | None) -> None:
        if failure is None:
            self._outbox.answer(job.request_id, {})  # a single member more and the reference view rejects it
        else:
            self._outbox.fail(job.request_id, ErrorData(NOT_ALLOWED, failure))

    def _ask_or_do(
        self,
        asked: ViewRequested,
        subject: str,
        details: Mapping[str, Any],
        now: float,
        kind: AuditKind,
        make: Make,
    ) -> None:
        policy = self.gate.policy
        if policy is not None and asked.method in policy.consent:
            self._ask(asked, subject, details, now, self._outbox.decline, lambda: self._do(asked, subject, kind, make))
        else:
            self._do(asked, subject, kind, make)

    def _ask(
        self,
        asked: ViewRequested,
        subject: str,
        details: Mapping[str, Any],
        now: float,
        refuse: Refuse,
        go_on: Callable[[], None],
    ) -> None:
        question = Question(self._server, self.gate.view_uri, asked.method, subject, details)
        self._desk.require(asked.id, question, now, go_on=go_on, refuse=refuse)

    def _do(self, asked: ViewRequested, subject: str, kind: AuditKind, make: Make) -> None:
        key = self._jobs.mint()
        self._jobs.open(Job(key, asked.id, JobKind.DEED, asked.method, subject))
        self._outbox.record(kind, subject=subject)
        self._outbox.emit(make(key))

    def _start_sample(self, asked: ViewRequested, params: Mapping[str, Any]) -> None:
        key = self._jobs.mint()
        self._jobs.open(Job(key, asked.id, JobKind.SAMPLE, asked.method, asked.method))
        self._outbox.record(AuditKind.SAMPLING)
        self._outbox.emit(Sample(key, params))


def _blocks(params: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The content blocks as sent; the spec's prose shows a single one, which the protocol half lets through (H1)."""
    content: Any = params.get("content") or []
    return [content] if isinstance(content, dict) else content
