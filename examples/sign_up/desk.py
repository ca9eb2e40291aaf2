"""The desk that keeps sign-ups, for as long as the server runs. Nothing here knows MCP."""

from datetime import date
from threading import Lock

from contract import AlreadySignedUp, Confirmation, SignUp, Workshop, WorkshopFull

PLACES = 12


class Desk:
    """One workshop's places."""

    def __init__(self, places: int = PLACES) -> None:
        self._free = places
        self._by_address: dict[str, Confirmation] = {}
        self._lock = Lock()

    def workshop(self) -> Workshop:
        return Workshop(title="Bread from three flours", day=date(2027, 3, 13), place="The Old Mill", free=self._free)

    def sign_up(self, person: SignUp) -> Confirmation:
        with self._lock:
            known = self._by_address.get(person.email.lower())
            if known is not None:
                raise AlreadySignedUp(number=known.number)
            if person.guests + 1 > self._free:
                raise WorkshopFull(free=self._free)
            self._free -= person.guests + 1
            number = f"W-{100 + len(self._by_address)}"
            confirmation = Confirmation(number=number, workshop=self.workshop(), sign_up=person)
            self._by_address[person.email.lower()] = confirmation
            return confirmation
