"""What stands in the form, and what is wrong with it: the contract's own rules, in words for a person."""

from collections.abc import Mapping

from contract import Draft, SignUp
from pydantic import ValidationError

__all__ = ["FIELDS", "checked", "from_draft"]

FIELDS = tuple(SignUp.model_fields)

WORDS = {
    ("name", "string_too_short"): "Please give a name.",
    ("email", "string_pattern_mismatch"): "This is no e-mail address.",
    ("guests", "int_parsing"): "Please give a number.",
    ("guests", "greater_than_equal"): "Nobody brings fewer than none.",
    ("guests", "less_than_equal"): "Four guests are the most.",
    ("remarks", "string_too_long"): "Please be shorter: 400 characters are the most.",
}


def checked(values: Mapping[str, str]) -> tuple[SignUp | None, dict[str, str]]:
    """The sign-up the values make, or what is wrong, by field."""
    try:
        return SignUp.model_validate(values), {}
    except ValidationError as problem:
        return None, {
            str(error["loc"][0]): WORDS.get((str(error["loc"][0]), error["type"]), error["msg"])
            for error in problem.errors()
        }


def from_draft(draft: Mapping[str, object]) -> dict[str, str]:
    """The form's values in a draft, which may be half written: what is not there yet is left out."""
    known = Draft().model_dump()
    return {name: str(draft[name]) for name in FIELDS if draft.get(name) not in (None, known[name])}
