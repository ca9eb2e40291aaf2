"""A host's "no" as a value: a reason for machines, and a sentence for people that says what would permit it.

Nothing here is broken, so nothing here is raised. Pure. It travels under code -32001 with `data.reason`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from hostsim.policy import POLICY_FILE, ViewPolicy

__all__ = ["Denial", "Reason"]


class Reason(StrEnum):
    """Why a host said no; travels as `data.reason`."""

    NO_POLICY = "no_widget_policy"
    NEVER = "never"
    NOT_GRANTED = "not_granted"
    UNKNOWN_TOOL = "unknown_tool"
    NOT_VISIBLE = "not_visible_to_apps"
    GUARDED = "guarded_argument"
    URI_DENIED = "uri_denied"
    NOT_A_WEB_LINK = "not_a_web_link"
    SWITCHED_OFF = "not_granted_by_policy"
    CONSENT_REJECTED = "consent_rejected"
    CONSENT_CANCELLED = "consent_cancelled"
    CONSENT_UNAVAILABLE = "consent_unavailable"
    TOO_MANY = "too_many_waiting"


@dataclass(frozen=True, slots=True)
class Denial:
    """One refusal, before it becomes an error or an `isError` result."""

    reason: Reason
    message: str
    details: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def data(self) -> dict[str, Any]:
        """What travels as the error's `data`."""
        return {"reason": self.reason.value, **self.details}

    @classmethod
    def no_policy(cls, uri: str, tool: str) -> Denial:
        """Nothing at all is said about this view."""
        return cls(
            Reason.NO_POLICY,
            f'tool "{tool}" is not granted: no policy says what {uri} may do; '
            f'add call = ["{tool}"] under [views."{uri}"] in {POLICY_FILE}',
            {"tool": tool},
        )

    @classmethod
    def never(cls, policy: ViewPolicy, tool: str) -> Denial:
        """The policy says that this tool may never be called."""
        return cls(
            Reason.NEVER,
            f'tool "{tool}" may never be called by {policy.uri}; to permit it, move it from never = [...] '
            f"to call = [...] under {policy.table} in {POLICY_FILE}",
            {"tool": tool},
        )

    @classmethod
    def not_granted(cls, policy: ViewPolicy, tool: str) -> Denial:
        """The policy does not name this tool."""
        return cls(
            Reason.NOT_GRANTED,
            f'tool "{tool}" is not granted to {policy.uri}; add "{tool}" to call = [...] '
            f"under {policy.table} in {POLICY_FILE}",
            {"tool": tool},
        )

    @classmethod
    def unknown_tool(cls, uri: str, tool: str) -> Denial:
        """The view's own server does not list this tool. Spec: Visibility, same server (R22)."""
        return cls(
            Reason.UNKNOWN_TOOL,
            f'the server of {uri} has no tool "{tool}"; a view can call tools of its own server only',
            {"tool": tool},
        )

    @classmethod
    def not_visible(cls, uri: str, tool: str) -> Denial:
        """The server keeps this tool from views. Spec: Visibility (R21)."""
        return cls(
            Reason.NOT_VISIBLE,
            f'tool "{tool}" may not be called by a view ({uri}); the server would have to list "app" '
            "in its _meta.ui.visibility",
            {"tool": tool},
        )

    @classmethod
    def guarded(cls, policy: ViewPolicy, tool: str, objection: str) -> Denial:
        """A guard objects to an argument."""
        table = policy.table.removesuffix("]") + f".guards.{tool}]"
        return cls(
            Reason.GUARDED,
            f'tool "{tool}" is refused: {objection}; the guard is under {table} in {POLICY_FILE}',
            {"tool": tool},
        )

    @classmethod
    def uri(cls, uri: str, verb: str, target: str, policy: ViewPolicy | None, allowed: Sequence[str]) -> Denial:
        """A URI that no `read`, `open` or `save` rule admits. `verb` is the rule's name in the policy file."""
        patterns = ", ".join(allowed) or "none"
        table = policy.table if policy is not None else f'[views."{uri}"]'
        return cls(
            Reason.URI_DENIED,
            f"{uri} may not {verb} {target}; allowed are: {patterns}; "
            f"add a pattern to {verb} = [...] under {table} in {POLICY_FILE}",
            {"verb": verb, "uri": target, "allowed": list(allowed)},
        )

    @classmethod
    def not_a_web_link(cls, url: str) -> Denial:
        """Only absolute http and https links are opened, whatever the policy says."""
        return cls(Reason.NOT_A_WEB_LINK, f"only absolute http and https links are opened, not {url!r}", {"url": url})

    @classmethod
    def switched_off(cls, uri: str, method: str, key: str) -> Denial:
        """The policy does not switch this on. `key` is the switch's name in the policy file."""
        return cls(
            Reason.SWITCHED_OFF,
            f'{method} is not granted to {uri}; add {key} = true under [views."{uri}"] in {POLICY_FILE}',
            {"method": method},
        )

    @classmethod
    def consent(cls, reason: Reason, subject: str) -> Denial:
        """A person was asked and did not say yes, or could not be asked."""
        said = {
            Reason.CONSENT_REJECTED: "the person said no",
            Reason.CONSENT_CANCELLED: "the question was closed without an answer",
            Reason.CONSENT_UNAVAILABLE: "nobody could be asked",
        }[reason]
        return cls(reason, f"{subject} needs a person's consent, and {said}", {"subject": subject})

    @classmethod
    def too_many(cls, subject: str, limit: int) -> Denial:
        """So many questions are open already that asking one more would only bury the person."""
        return cls(
            Reason.TOO_MANY,
            f"{subject} needs a person's consent, and {limit} questions are open already; ask again later",
            {"subject": subject},
        )
