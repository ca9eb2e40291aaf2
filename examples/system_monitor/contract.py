"""The system monitor: what its server and its view agree on."""

from pydantic import BaseModel, Field

from viewsdk import Grant, Tool, View


class Machine(BaseModel):
    name: str
    system: str = Field(description="Operating system and release")
    processors: int
    memory: int = Field(description="Physical memory in bytes; 0 where it cannot be read")


class Sample(BaseModel):
    processors: list[float] = Field(description="Load of each processor since the last sample, in percent")
    memory: float = Field(description="Memory in use, in percent")
    load: float = Field(description="Processes that ran or waited, averaged over one minute")
    uptime: float = Field(description="Seconds since the machine was started")

    @property
    def processor(self) -> float:
        """The load of all processors together, in percent."""
        return sum(self.processors) / max(1, len(self.processors))


show_system = Tool(
    "show_system",
    output=Machine,
    title="System monitor",
    description="Says what machine this is, and opens a view that shows how busy it is.",
    annotations={"readOnlyHint": True},
)
take_sample = Tool(
    "take_sample",
    output=Sample,
    description="How busy the machine has been since the last sample.",
    annotations={"readOnlyHint": True},
)


class Monitor(View, uri="ui://system-monitor/monitor", title="System monitor"):
    launch = Grant.launch(show_system)
    sample = Grant.app(take_sample)
