"""What a host offers a view, switch by switch, and the capabilities that say so: declared if and only if wired.

A switch is about the host; what one view may do with it is the policy's affair. Pure. Source: protocol reference C.3.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hostsim.profiles import Profile, Refusals
from hostsim.sizes import SizeBounds
from viewsdk.protocol.capabilities import (
    HostCapabilities,
    ListChanges,
    Modalities,
    Offered,
    SamplingOffer,
    SandboxGrant,
)
from viewsdk.protocol.ui_meta import ResourceAsk

__all__ = ["Offers"]


@dataclass(frozen=True, slots=True)
class Offers:
    """Everything a host can be wired for. Times are in seconds."""

    tools: bool = True
    tool_list: bool = True
    resources: bool = True
    links: bool = True
    downloads: bool = True
    messages: bool = True
    model_context: bool = True
    sampling: bool = True
    logging: bool = True
    view_may_close: bool = True
    app_tools: bool = True
    undeclared_modes: bool = False
    """Also grants a display mode to a view that declared none at all (R47 lets a host decline)."""
    ask_about_every_call: bool = False
    lenient: bool = False
    """Serves requests before `initialized` and takes a second `ui/initialize` for a restart."""
    refusals: Refusals = Refusals.RESULT
    bounds: SizeBounds = field(default_factory=SizeBounds)
    teardown_timeout: float = 2.0

    @classmethod
    def of(cls, profile: Profile) -> Offers:
        """Returns what a profile is known to offer."""
        return cls(refusals=profile.refusals, bounds=profile.bounds, teardown_timeout=profile.teardown_timeout)

    def capabilities(self, granted: ResourceAsk) -> HostCapabilities:
        """Returns what `ui/initialize` declares. A view without `serverTools` would never call, so both stay (U07)."""
        content = Modalities(text=Offered(), image=Offered(), resource=Offered(), resource_link=Offered())
        known = Modalities(text=Offered(), image=Offered(), structured_content=Offered())
        wired = {
            "server_tools": ListChanges(list_changed=True),
            "server_resources": ListChanges(list_changed=True),
            "open_links": Offered() if self.links else None,
            "download_file": Offered() if self.downloads else None,
            "logging": Offered() if self.logging else None,
            "message": content if self.messages else None,
            "update_model_context": known if self.model_context else None,
            "sampling": SamplingOffer() if self.sampling else None,
            "sandbox": SandboxGrant.model_validate(_sandbox(granted)),
        }
        return HostCapabilities.model_validate({name: value for name, value in wired.items() if value is not None})


def _sandbox(granted: ResourceAsk) -> dict[str, object]:
    said = granted.to_wire()
    return {name: said.get(name, {}) for name in ("permissions", "csp")}
