"""A conversation's questions and messages in the words and shapes the host page shows.

It asks nobody and decides nothing. Pure.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from hostsim.consent import Outcome, Question
from hostsim.effects import SaveItem
from hostsim.page_messages import AskPerson, SavedFile

__all__ = ["OUTCOMES", "as_question", "as_saved_file", "as_text"]

OUTCOMES = {
    "once": Outcome.ALLOWED,
    "session": Outcome.ALLOWED_FOR_SESSION,
    "deny": Outcome.REJECTED,
    "cancel": Outcome.CANCELLED,
}
"""What the page's answers mean."""

_TITLES = {
    "tools/call": "Allow the call of {subject}?",
    "ui/open-link": "Open this link?",
    "ui/download-file": "Save this file?",
    "ui/message": "Add this message to the conversation?",
    "ui/update-model-context": "Tell the model this?",
    "sampling/createMessage": "Let the view ask the model?",
}
MAX_BODY = 4000  # characters a person could still read; the whole is in the trace


def as_question(key: str, question: Question) -> AskPerson:
    """The dialog for one question."""
    title = _TITLES.get(question.method, "Allow {subject}?").format(subject=question.subject)
    body = json.dumps(dict(question.details), indent=2, ensure_ascii=False) if question.details else ""
    return AskPerson(
        key=key,
        title=title,
        detail=f"{question.view_uri} of {question.server} asks for {question.method}: {question.subject}",
        body=body if len(body) <= MAX_BODY else f"{body[:MAX_BODY]}…",
        remembers=question.can_remember,
    )


def as_saved_file(item: SaveItem) -> SavedFile | None:
    """The file of an embedded resource; None for a link, which has no content to save."""
    resource: object = item.item.get("resource")
    if not isinstance(resource, Mapping):
        return None
    content = cast("Mapping[str, Any]", resource)
    text, blob = (_text_of(content, member) for member in ("text", "blob"))
    media_type = item.mime_type or "application/octet-stream"
    return SavedFile(name=item.name, mime_type=media_type, text=text, blob=blob if text is None else None)


def _text_of(resource: Mapping[str, Any], member: str) -> str | None:
    value = resource.get(member)
    return value if isinstance(value, str) else None


def as_text(content: Sequence[Mapping[str, Any]], structured: Mapping[str, Any] | None = None) -> str:
    """Content blocks as lines of text, one block each; what is not text is named by its type."""
    lines = [_block(block) for block in content]
    if structured:
        lines.append(json.dumps(dict(structured), indent=2, ensure_ascii=False))
    return "\n".join(lines)


def _block(block: Mapping[str, Any]) -> str:
    if block.get("type") == "text":
        return str(block.get("text", ""))
    return f"[{block.get('type', 'content')}] {block.get('uri', '')}".strip()
