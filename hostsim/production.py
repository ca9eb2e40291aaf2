"""What a host shows: a prepared view, its server, the call that opened it, and how to converse with it. Data only."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from hostsim.conversation import Conversation
from hostsim.launch import LaunchPlan
from hostsim.launch_call import LaunchCall
from hostsim.sizes import SizeBounds
from hostsim.stages import Stage
from hostsim.upstream import Upstream
from viewsdk.protocol.context import HostContext

__all__ = ["Production"]


@dataclass(frozen=True, slots=True)
class Production:
    """One view of one server, ready to be mounted any number of times."""

    plan: LaunchPlan
    upstream: Upstream
    call: LaunchCall
    displays: tuple[str, ...]
    bounds: SizeBounds
    stages: tuple[Stage, ...]
    """The stages this run can reach, for the ledger on the page."""
    converse: Callable[[HostContext], Conversation]
    """Makes the conversation of a new mount."""

    @property
    def prompt(self) -> str:
        """The call that opened the view, as a person would type it."""
        return f"{self.call.tool} {json.dumps(dict(self.call.arguments), ensure_ascii=False)}"
