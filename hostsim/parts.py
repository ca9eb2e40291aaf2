"""The pieces one conversation is put together from, wired to one connection, one outbox and one table of jobs.

It holds no rule of its own. Only `hostsim.conversation` and what it is made of need this module. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from hostsim.app_tools import AppTools
from hostsim.consent import ConsentMemory
from hostsim.consent_desk import ConsentDesk
from hostsim.deeds import Deeds
from hostsim.framing import Framing
from hostsim.grants import Gate
from hostsim.inventory import Inventory
from hostsim.jobs import Job, Jobs
from hostsim.offers import Offers
from hostsim.outbox import Outbox
from hostsim.resource_reads import ResourceReads
from hostsim.tool_calls import ToolCalls
from viewsdk.protocol.host_connection import HostConnection

__all__ = ["Parts", "assemble"]


@dataclass(slots=True)
class Parts:
    """Everything that serves one mount."""

    connection: HostConnection
    outbox: Outbox
    jobs: Jobs
    desk: ConsentDesk
    tools: ToolCalls
    reads: ResourceReads
    deeds: Deeds
    framing: Framing
    app_tools: AppTools
    offers: Offers

    def call_off(self, job: Job) -> None:
        """Stops a job that nobody waits for any more; its request is not answered."""
        self.desk.forget(job.key)
        withdrawal = job.withdrawal()
        if withdrawal is not None:
            self.outbox.emit(withdrawal)

    def use_inventory(self, inventory: Inventory) -> None:
        """Lets the gate decide by the tools the server lists now."""
        gate = replace(self.tools.gate, inventory=inventory)
        self.tools.gate = self.reads.gate = self.deeds.gate = gate


def assemble(connection: HostConnection, gate: Gate, offers: Offers, server: str, memory: ConsentMemory) -> Parts:
    """Wires the parts of one conversation."""
    outbox = Outbox(connection, offers.refusals)
    jobs = Jobs()
    desk = ConsentDesk(connection, outbox, jobs, memory)
    return Parts(
        connection=connection,
        outbox=outbox,
        jobs=jobs,
        desk=desk,
        tools=ToolCalls(connection, outbox, jobs, desk, gate, offers, server),
        reads=ResourceReads(outbox, jobs, gate, offers),
        deeds=Deeds(outbox, jobs, desk, gate, offers, server),
        framing=Framing(connection, outbox, offers),
        app_tools=AppTools(connection, outbox, jobs),
        offers=offers,
    )
