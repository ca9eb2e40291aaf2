"""The theme a host hands to its views: the standard variables, once for light and once for dark.

They are concrete values, not `light-dark()`: a view that sets no `color-scheme` would only see the light half. Every
variable of the standard list has a value, because some without others clash (R90). Pure. Spec: Theming.
"""

from __future__ import annotations

from types import MappingProxyType

__all__ = ["PALETTES", "THEMES"]

_SANS = 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif'
_MONO = 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, "DejaVu Sans Mono", monospace'

_SHARED = {
    "--font-sans": _SANS,
    "--font-mono": _MONO,
    "--font-weight-normal": "400",
    "--font-weight-medium": "500",
    "--font-weight-semibold": "600",
    "--font-weight-bold": "700",
    "--font-text-xs-size": "12px",
    "--font-text-sm-size": "14px",
    "--font-text-md-size": "16px",
    "--font-text-lg-size": "18px",
    "--font-heading-xs-size": "14px",
    "--font-heading-sm-size": "16px",
    "--font-heading-md-size": "18px",
    "--font-heading-lg-size": "22px",
    "--font-heading-xl-size": "28px",
    "--font-heading-2xl-size": "34px",
    "--font-heading-3xl-size": "42px",
    "--font-text-xs-line-height": "1.4",
    "--font-text-sm-line-height": "1.5",
    "--font-text-md-line-height": "1.5",
    "--font-text-lg-line-height": "1.5",
    "--font-heading-xs-line-height": "1.4",
    "--font-heading-sm-line-height": "1.4",
    "--font-heading-md-line-height": "1.35",
    "--font-heading-lg-line-height": "1.3",
    "--font-heading-xl-line-height": "1.25",
    "--font-heading-2xl-line-height": "1.2",
    "--font-heading-3xl-line-height": "1.15",
    "--border-radius-xs": "4px",
    "--border-radius-sm": "6px",
    "--border-radius-md": "9px",
    "--border-radius-lg": "13px",
    "--border-radius-xl": "18px",
    "--border-radius-full": "999px",
    "--border-width-regular": "1px",
}

# The order of `_COLOURS`: one value for light, one for dark.
_COLOURS = {
    "--color-background-primary": ("#ffffff", "#201f1c"),
    "--color-background-secondary": ("#f6f5f2", "#292723"),
    "--color-background-tertiary": ("#efede8", "#33312c"),
    "--color-background-inverse": ("#1d1b18", "#f2efe9"),
    "--color-background-ghost": ("rgba(255, 255, 255, 0)", "rgba(32, 31, 28, 0)"),
    "--color-background-info": ("#e6f0fb", "#16283c"),
    "--color-background-danger": ("#fbe9e7", "#3a201e"),
    "--color-background-success": ("#e4f4ea", "#17301f"),
    "--color-background-warning": ("#fcf1d8", "#352a12"),
    "--color-background-disabled": ("#f1efeb", "#2a2825"),
    "--color-text-primary": ("#1d1b18", "#efece6"),
    "--color-text-secondary": ("#5f5a52", "#b4ada3"),
    "--color-text-tertiary": ("#7a746a", "#938c82"),
    "--color-text-inverse": ("#ffffff", "#1d1b18"),
    "--color-text-ghost": ("#5f5a52", "#b4ada3"),
    "--color-text-info": ("#1d5fa8", "#86baf2"),
    "--color-text-danger": ("#b3261e", "#f2867e"),
    "--color-text-success": ("#1f7a4d", "#6cc696"),
    "--color-text-warning": ("#8a5a00", "#e0b355"),
    "--color-text-disabled": ("#a8a299", "#6b665e"),
    "--color-border-primary": ("#d9d4cb", "#403c36"),
    "--color-border-secondary": ("#e6e2da", "#35322d"),
    "--color-border-tertiary": ("#efede8", "#2c2a26"),
    "--color-border-inverse": ("#3d3932", "#d9d4cb"),
    "--color-border-ghost": ("rgba(217, 212, 203, 0)", "rgba(64, 60, 54, 0)"),
    "--color-border-info": ("#a9cbef", "#2b4a6c"),
    "--color-border-danger": ("#efb8b3", "#6a3531"),
    "--color-border-success": ("#a9d9bd", "#2b5a3b"),
    "--color-border-warning": ("#ecd08f", "#5f4a1c"),
    "--color-border-disabled": ("#e6e2da", "#35322d"),
    "--color-ring-primary": ("#b4400e", "#f08a55"),
    "--color-ring-secondary": ("#938d83", "#7d776e"),
    "--color-ring-inverse": ("#ffffff", "#1d1b18"),
    "--color-ring-info": ("#1d5fa8", "#86baf2"),
    "--color-ring-danger": ("#b3261e", "#f2867e"),
    "--color-ring-success": ("#1f7a4d", "#6cc696"),
    "--color-ring-warning": ("#8a5a00", "#e0b355"),
    "--shadow-hairline": ("0 0 0 1px rgba(29, 27, 24, 0.08)", "0 0 0 1px rgba(255, 255, 255, 0.08)"),
    "--shadow-sm": ("0 1px 2px rgba(29, 27, 24, 0.08)", "0 1px 2px rgba(0, 0, 0, 0.5)"),
    "--shadow-md": ("0 2px 8px rgba(29, 27, 24, 0.1)", "0 2px 8px rgba(0, 0, 0, 0.5)"),
    "--shadow-lg": ("0 8px 28px rgba(29, 27, 24, 0.14)", "0 8px 28px rgba(0, 0, 0, 0.6)"),
}

THEMES = ("light", "dark")

PALETTES = MappingProxyType(
    {
        theme: MappingProxyType(_SHARED | {name: pair[which] for name, pair in _COLOURS.items()})
        for which, theme in enumerate(THEMES)
    }
)
"""The variables of each theme, by name."""
