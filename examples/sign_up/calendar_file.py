"""A confirmation as a calendar entry (RFC 5545)."""

from datetime import timedelta

from contract import Confirmation

__all__ = ["calendar_entry"]

ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


def calendar_entry(done: Confirmation) -> str:
    """The text of an `.ics` file with one whole-day event."""
    workshop = done.workshop
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//viewsdk//sign-up example//EN",
        "BEGIN:VEVENT",
        f"UID:{done.number}@sign-up.example",
        f"DTSTAMP:{workshop.day:%Y%m%d}T000000Z",
        f"DTSTART;VALUE=DATE:{workshop.day:%Y%m%d}",
        f"DTEND;VALUE=DATE:{workshop.day + timedelta(days=1):%Y%m%d}",
        f"SUMMARY:{workshop.title.translate(ESCAPES)}",
        f"LOCATION:{workshop.place.translate(ESCAPES)}",
        f"DESCRIPTION:Confirmation {done.number} for {done.sign_up.name.translate(ESCAPES)}",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "\r\n".join(lines) + "\r\n"
