"""Shows the greeting, by the shortest way to the page there is."""

import js
from contract import Card, Greeting

from viewsdk import App


async def main(app: App[Card]) -> None:
    """Write the greeting into the page."""
    Greeting.model_validate({"text": "warm"})
    root = js.document.getElementById("viewsdk-root")
    root.dataset.state = "main"
    greeting = await app.result(Card.launch)
    root.textContent = greeting.text
