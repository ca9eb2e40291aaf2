"""The house: shows and bookings in SQLite. Nothing here knows MCP."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from contract import Party, Show, ShowNotFound, SoldOut

TABLES = """
create table if not exists shows (id integer primary key, title text, starts text, capacity integer);
create table if not exists bookings (show integer references shows, seat integer, name text, primary key (show, seat));
"""

TONIGHT = [
    (3, "The Tempest", "Tonight, 7:30 pm", 24),
    (5, "Twelfth Night", "Tonight, 8:00 pm", 18),
    (7, "As You Like It", "Tomorrow, 6:00 pm", 30),
    (9, "King Lear", "Saturday, 7:00 pm", 12),
]

# King Lear is nearly sold out, so that a visitor meets SoldOut without booking the whole house.
BOOKED = [(9, seat, "Cordelia & Co.") for seat in range(10)] + [(3, seat, "The Pit") for seat in range(8)]

SEATS_IN_A_ROW = 6


class House:
    """A box office on one database file; a connection for each call, so any thread may call."""

    def __init__(self, file: Path) -> None:
        self._file = file
        with self._database() as database:
            database.executescript(TABLES)
            if database.execute("select count(*) from shows").fetchone() == (0,):
                database.executemany("insert into shows values (?, ?, ?, ?)", TONIGHT)
                database.executemany("insert into bookings values (?, ?, ?)", BOOKED)

    def shows(self) -> list[Show]:
        with self._database() as database:
            rows = database.execute("select id, title, starts, capacity from shows order by id")
            return [_show(database, *row) for row in rows.fetchall()]

    def show(self, id: int) -> Show:
        with self._database() as database:
            return _find(database, id)

    def seat(self, party: Party) -> Show:
        with self._database() as database:
            # The first write locks the file, so two parties never get one seat.
            database.execute("begin immediate")
            show = _find(database, party.show)
            if party.size > len(show.seats):
                raise SoldOut(left=len(show.seats))
            rows = [(show.id, number_of(seat), party.name) for seat in show.seats[: party.size]]
            database.executemany("insert into bookings values (?, ?, ?)", rows)
            return _find(database, show.id)

    def wipe(self) -> int:
        with self._database() as database:
            return database.execute("delete from bookings").rowcount

    @contextmanager
    def _database(self) -> Generator[sqlite3.Connection]:
        database = sqlite3.connect(self._file)
        try:
            with database:
                yield database
        finally:
            database.close()


def seat_name(number: int) -> str:
    row, place = divmod(number, SEATS_IN_A_ROW)
    return f"{chr(ord('A') + row)}{place + 1}"


def number_of(seat: str) -> int:
    return (ord(seat[0]) - ord("A")) * SEATS_IN_A_ROW + int(seat[1:]) - 1


def _find(database: sqlite3.Connection, id: int) -> Show:
    row = database.execute("select id, title, starts, capacity from shows where id = ?", (id,)).fetchone()
    if row is None:
        raise ShowNotFound(id=id)
    return _show(database, *row)


def _show(database: sqlite3.Connection, id: int, title: str, starts: str, capacity: int) -> Show:
    booked = {seat for (seat,) in database.execute("select seat from bookings where show = ?", (id,))}
    free = [seat_name(number) for number in range(capacity) if number not in booked]
    return Show(id=id, title=title, starts=starts, capacity=capacity, seats=free)
