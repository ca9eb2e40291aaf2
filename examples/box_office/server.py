"""The box office as an MCP server over stdio: `python server.py [DATABASE]`; without a file it starts afresh."""

import sys
import tempfile
from pathlib import Path

from contract import Bill, Party, Show, ShowId, Wiped, get_show, list_shows, seat_the_party, wipe
from house import House
from mcp.server import MCPServer

from viewsdk.server import Handlers, serve_view, view_server


def in_words(show: Show) -> str:
    return f"{show.id}: {show.title}, {show.starts}, {len(show.seats)} of {show.capacity} seats free"


def handlers_for(house: House) -> Handlers:
    handlers = Handlers()

    @handlers.on(list_shows, text=lambda shows: "\n".join(map(in_words, shows)))
    def all_shows() -> list[Show]:
        return house.shows()

    @handlers.on(get_show, text=in_words)
    def one_show(wanted: ShowId) -> Show:
        return house.show(wanted.id)

    @handlers.on(seat_the_party, text=in_words)
    def seats_for(party: Party) -> Show:
        return house.seat(party)

    @handlers.on(wipe, text=lambda wiped: f"{wiped.bookings} bookings thrown away")
    def no_bookings() -> Wiped:
        return Wiped(bookings=house.wipe())

    return handlers


def server_on(file: Path) -> MCPServer:
    """The server with its bookings in `file`."""
    handlers = handlers_for(House(file))
    return view_server("box-office", serve_view(Bill, handlers=handlers, entry="view:main"))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="box-office-") as folder:
        server_on(Path(sys.argv[1] if len(sys.argv) > 1 else f"{folder}/house.sqlite")).run()
