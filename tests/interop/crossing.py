"""Which methods of the method table cross in a pairing, so that none is left out unnoticed."""

from collections.abc import Iterable
from typing import Any

from viewsdk.protocol.methods import METHODS, Direction, Method

# Neither side of a pairing can make these cross; each with the reason.
BETWEEN_HOST_AND_PROXY = {Method.SANDBOX_PROXY_READY, Method.SANDBOX_RESOURCE_READY}
NOT_OFFERED_BY_VIEWS = {
    Method.PROGRESS: "neither view reports progress of its own tools",
    Method.TOOLS_LIST: "the reference view has no helper for a server's tools and the reference host no handler (H11)",
    Method.RESOURCE_TEMPLATES_LIST: "the reference view has no helper for it; ours neither",
    Method.PROMPTS_LIST: "the reference view has no helper for it; ours neither",
}


def expected(direction: Direction) -> set[Method]:
    """The methods of one direction that both sides of every pairing offer."""
    methods = {method for method, spec in METHODS.items() if direction in spec.directions}
    if direction is Direction.VIEW_TO_HOST:
        methods -= NOT_OFFERED_BY_VIEWS.keys()
    return methods - BETWEEN_HOST_AND_PROXY


def crossed(frames: Iterable[dict[str, Any]]) -> set[Method]:
    """The known methods among some frames."""
    return {Method(frame["method"]) for frame in frames if "method" in frame}
