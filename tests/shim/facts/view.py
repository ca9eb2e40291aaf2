"""Writes what a running Python says about its time, place and randomness into the page, as JSON."""

import asyncio
import datetime
import gc
import json
import os
import random
import secrets
import sys
import time
import uuid
from pathlib import Path
from typing import Any

import js
from contract import Facts
from pydantic import BaseModel, ValidationError

from viewsdk import App


class Late(BaseModel):
    """A model made after the start."""

    count: int


async def main(app: App[Facts]) -> None:
    """Look around, import something that was not imported before, and write it all down."""
    facts = surroundings()
    await asyncio.sleep(0)
    late = __import__("unicodedata"), __import__("fractions"), __import__("tomllib")
    facts["late"] = [module.__name__ for module in late]
    facts["snowman"] = late[0].name("\N{SNOWMAN}")
    facts["fraction"] = str(late[1].Fraction(1, 3) + 1)
    try:
        Late.model_validate({"count": "many"})
    except ValidationError as problem:
        facts["invalid"] = problem.error_count()
    facts["collector"] = collector()
    js.document.getElementById("viewsdk-root").textContent = json.dumps(facts)


def collector() -> list[int]:
    """How many objects it leaves alone, and how many it knows when it no longer does, before and after a collection."""
    frozen = gc.get_freeze_count()
    gc.unfreeze()
    before = len(gc.get_objects())
    gc.collect()
    return [frozen, before, len(gc.get_objects())]


def surroundings() -> dict[str, Any]:
    """What must not be that of the machine that made the page."""
    moment = datetime.datetime(2026, 7, 1, 12, tzinfo=datetime.UTC).astimezone()
    return {
        "random": random.random(),
        "token": secrets.token_hex(8),
        "uuid": str(uuid.uuid4()),
        "zone": [time.timezone, time.altzone, time.daylight, list(time.tzname)],
        "strftime": time.strftime("%Z", time.localtime(0)),
        "noon": moment.strftime("%H:%M"),
        "now": time.time(),
        "language": os.environ["LANG"],
        "executable": sys.executable,
        "hash": hash("abc"),
        "compiled": sorted(path.name for path in Path(__file__).parent.glob("__pycache__/*")),
    }
