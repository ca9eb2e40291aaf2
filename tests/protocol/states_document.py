"""The diagrams of docs/states.md, made from the state tables: `python -m tests.protocol.states_document` writes it."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from viewsdk.protocol.states import HOST_TABLE, LAUNCH_TABLE, VIEW_TABLE, HostState, LaunchState, ViewState

DOCUMENT = Path(__file__).parents[2] / "docs" / "states.md"

HEAD = """# States of a conversation

Made from the tables in `viewsdk/protocol/states.py` by `python -m tests.protocol.states_document`; a test fails when
this page and the tables differ. Each side keeps both a view machine and a host machine: it moves its own by what it
does and the other by what it hears. A step that is not drawn is illegal: taken by us it raises, heard of the peer it is
traced.
"""


def diagram(table: Mapping[StrEnum, Mapping[StrEnum, StrEnum]], start: StrEnum) -> str:
    """One table as a Mermaid state diagram."""
    lines = ["```mermaid", "stateDiagram-v2", f"    [*] --> {_node(start)}"]
    for state, steps in table.items():
        lines += [f"    {_node(state)} --> {_node(after)}: {step}" for step, after in steps.items()]
    return "\n".join([*lines, "```"])


def _node(state: StrEnum) -> str:
    return state.value.replace("-", "_")


def document() -> str:
    """The whole page."""
    parts = [
        HEAD,
        "## View\n",
        diagram(VIEW_TABLE, ViewState.CREATED),
        "\n## Host, for one mount of a view\n",
        diagram(HOST_TABLE, HostState.LISTENING),
        "\n## Launch data\n",
        diagram(LAUNCH_TABLE, LaunchState.WAITING),
    ]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    DOCUMENT.parent.mkdir(exist_ok=True)
    DOCUMENT.write_text(document(), encoding="utf-8")
