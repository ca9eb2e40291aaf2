"""The system monitor as an MCP server over stdio: `python server.py`."""

from contract import Machine, Monitor, Sample, show_system, take_sample
from machine import Meter
from mcp.server import MCPServer

from viewsdk.server import Handlers, serve_view, view_server


def in_words(machine: Machine) -> str:
    memory = f", {machine.memory / 2**30:.1f} GiB of memory" if machine.memory else ""
    return f"{machine.name}: {machine.system}, {machine.processors} processors{memory}"


def handlers_for(meter: Meter) -> Handlers:
    handlers = Handlers()

    @handlers.on(show_system, text=in_words)
    def machine() -> Machine:
        return meter.machine()

    @handlers.on(take_sample, text=lambda sample: f"{sample.processor:.0f} % busy, {sample.memory:.0f} % memory used")
    def sample() -> Sample:
        return meter.sample()

    return handlers


def server_on(meter: Meter) -> MCPServer:
    """The server that reads `meter`."""
    return view_server("system-monitor", serve_view(Monitor, handlers=handlers_for(meter)))


if __name__ == "__main__":
    server_on(Meter()).run()
