"""The 76 standard theme variables, and the styles a host sends. Source: protocol reference C.7, R90 to R92."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from viewsdk.protocol.wire import Lax, WireModel

__all__ = ["StyleSheets", "Styles", "ThemeVariable"]


class ThemeVariable(StrEnum):
    """A CSS custom property that every host may set; a name that is not here breaks the handshake of SDK views."""

    COLOR_BACKGROUND_PRIMARY = "--color-background-primary"
    COLOR_BACKGROUND_SECONDARY = "--color-background-secondary"
    COLOR_BACKGROUND_TERTIARY = "--color-background-tertiary"
    COLOR_BACKGROUND_INVERSE = "--color-background-inverse"
    COLOR_BACKGROUND_GHOST = "--color-background-ghost"
    COLOR_BACKGROUND_INFO = "--color-background-info"
    COLOR_BACKGROUND_DANGER = "--color-background-danger"
    COLOR_BACKGROUND_SUCCESS = "--color-background-success"
    COLOR_BACKGROUND_WARNING = "--color-background-warning"
    COLOR_BACKGROUND_DISABLED = "--color-background-disabled"
    COLOR_TEXT_PRIMARY = "--color-text-primary"
    COLOR_TEXT_SECONDARY = "--color-text-secondary"
    COLOR_TEXT_TERTIARY = "--color-text-tertiary"
    COLOR_TEXT_INVERSE = "--color-text-inverse"
    COLOR_TEXT_GHOST = "--color-text-ghost"
    COLOR_TEXT_INFO = "--color-text-info"
    COLOR_TEXT_DANGER = "--color-text-danger"
    COLOR_TEXT_SUCCESS = "--color-text-success"
    COLOR_TEXT_WARNING = "--color-text-warning"
    COLOR_TEXT_DISABLED = "--color-text-disabled"
    COLOR_BORDER_PRIMARY = "--color-border-primary"
    COLOR_BORDER_SECONDARY = "--color-border-secondary"
    COLOR_BORDER_TERTIARY = "--color-border-tertiary"
    COLOR_BORDER_INVERSE = "--color-border-inverse"
    COLOR_BORDER_GHOST = "--color-border-ghost"
    COLOR_BORDER_INFO = "--color-border-info"
    COLOR_BORDER_DANGER = "--color-border-danger"
    COLOR_BORDER_SUCCESS = "--color-border-success"
    COLOR_BORDER_WARNING = "--color-border-warning"
    COLOR_BORDER_DISABLED = "--color-border-disabled"
    COLOR_RING_PRIMARY = "--color-ring-primary"
    COLOR_RING_SECONDARY = "--color-ring-secondary"
    COLOR_RING_INVERSE = "--color-ring-inverse"
    COLOR_RING_INFO = "--color-ring-info"
    COLOR_RING_DANGER = "--color-ring-danger"
    COLOR_RING_SUCCESS = "--color-ring-success"
    COLOR_RING_WARNING = "--color-ring-warning"
    FONT_SANS = "--font-sans"
    FONT_MONO = "--font-mono"
    FONT_WEIGHT_NORMAL = "--font-weight-normal"
    FONT_WEIGHT_MEDIUM = "--font-weight-medium"
    FONT_WEIGHT_SEMIBOLD = "--font-weight-semibold"
    FONT_WEIGHT_BOLD = "--font-weight-bold"
    FONT_TEXT_XS_SIZE = "--font-text-xs-size"
    FONT_TEXT_SM_SIZE = "--font-text-sm-size"
    FONT_TEXT_MD_SIZE = "--font-text-md-size"
    FONT_TEXT_LG_SIZE = "--font-text-lg-size"
    FONT_HEADING_XS_SIZE = "--font-heading-xs-size"
    FONT_HEADING_SM_SIZE = "--font-heading-sm-size"
    FONT_HEADING_MD_SIZE = "--font-heading-md-size"
    FONT_HEADING_LG_SIZE = "--font-heading-lg-size"
    FONT_HEADING_XL_SIZE = "--font-heading-xl-size"
    FONT_HEADING_2XL_SIZE = "--font-heading-2xl-size"
    FONT_HEADING_3XL_SIZE = "--font-heading-3xl-size"
    FONT_TEXT_XS_LINE_HEIGHT = "--font-text-xs-line-height"
    FONT_TEXT_SM_LINE_HEIGHT = "--font-text-sm-line-height"
    FONT_TEXT_MD_LINE_HEIGHT = "--font-text-md-line-height"
    FONT_TEXT_LG_LINE_HEIGHT = "--font-text-lg-line-height"
    FONT_HEADING_XS_LINE_HEIGHT = "--font-heading-xs-line-height"
    FONT_HEADING_SM_LINE_HEIGHT = "--font-heading-sm-line-height"
    FONT_HEADING_MD_LINE_HEIGHT = "--font-heading-md-line-height"
    FONT_HEADING_LG_LINE_HEIGHT = "--font-heading-lg-line-height"
    FONT_HEADING_XL_LINE_HEIGHT = "--font-heading-xl-line-height"
    FONT_HEADING_2XL_LINE_HEIGHT = "--font-heading-2xl-line-height"
    FONT_HEADING_3XL_LINE_HEIGHT = "--font-heading-3xl-line-height"
    BORDER_RADIUS_XS = "--border-radius-xs"
    BORDER_RADIUS_SM = "--border-radius-sm"
    BORDER_RADIUS_MD = "--border-radius-md"
    BORDER_RADIUS_LG = "--border-radius-lg"
    BORDER_RADIUS_XL = "--border-radius-xl"
    BORDER_RADIUS_FULL = "--border-radius-full"
    BORDER_WIDTH_REGULAR = "--border-width-regular"
    SHADOW_HAIRLINE = "--shadow-hairline"
    SHADOW_SM = "--shadow-sm"
    SHADOW_MD = "--shadow-md"
    SHADOW_LG = "--shadow-lg"


class StyleSheets(WireModel):
    """CSS a host sends: `fonts` holds `@font-face` and `@import` rules, to be injected once."""

    fonts: str | None = None


class Styles(WireModel):
    """The host's look: values by theme variable, and its fonts."""

    variables: dict[Annotated[ThemeVariable, Lax], str] | None = None
    css: StyleSheets | None = None
