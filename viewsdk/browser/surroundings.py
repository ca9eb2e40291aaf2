"""What of a host's context a page's style can use, as CSS variables and attributes of the root element.

The host's colours and fonts are not among them: those must be there before Python is, so the shim applies them.
"""

from dataclasses import dataclass

from viewsdk.protocol.context import HostContext

__all__ = ["Surroundings", "is_written_right_to_left", "surroundings_of"]

RIGHT_TO_LEFT = frozenset({"ar", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "syr", "ug", "ur", "yi"})
"""Languages written from right to left in their usual script (Unicode CLDR, scriptMetadata)."""

RIGHT_TO_LEFT_SCRIPTS = frozenset({"adlm", "arab", "hebr", "nkoo", "rohg", "syrc", "thaa"})


@dataclass(frozen=True, slots=True)
class Surroundings:
    """CSS variables by name, and attributes of `<html>`."""

    variables: dict[str, str]
    attributes: dict[str, str]


def surroundings_of(context: HostContext) -> Surroundings:
    """The insets as `--view-inset-*`, the locale as `lang` and `dir`, the display mode as `data-display-mode`."""
    variables: dict[str, str] = {}
    if (insets := context.safe_area_insets) is not None:
        for side in ("top", "right", "bottom", "left"):
            variables[f"--view-inset-{side}"] = f"{max(0.0, getattr(insets, side)):g}px"
    attributes: dict[str, str] = {}
    if context.locale:
        attributes["lang"] = context.locale
        attributes["dir"] = "rtl" if is_written_right_to_left(context.locale) else "ltr"
    if context.display_mode is not None:
        attributes["data-display-mode"] = context.display_mode.value
    return Surroundings(variables, attributes)


def is_written_right_to_left(locale: str) -> bool:
    """Whether a language tag (BCP 47) names a language, or a script, that runs from right to left."""
    language, *rest = locale.lower().replace("_", "-").split("-")
    script = next((part for part in rest if len(part) == 4 and part.isalpha()), None)
    return script in RIGHT_TO_LEFT_SCRIPTS if script is not None else language in RIGHT_TO_LEFT
