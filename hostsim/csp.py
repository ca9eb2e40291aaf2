"""Content-Security-Policy text for one resource.

It writes what `hostsim.clamp` left and grants nothing by itself. A host differs from another by its `CspShape`, which
is data. Pure. Spec: Content Security Policy Enforcement; UI Resource Format > Host Behavior (R9, R10, R28).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hostsim.clamp import SourceList, sources
from viewsdk.protocol.csp_sources import WASM_KEYWORD
from viewsdk.protocol.ui_meta import ResourceAsk

__all__ = [
    "SPEC_DECLARED",
    "SPEC_OMITTED",
    "SPEC_SHAPE",
    "CspLine",
    "CspShape",
    "compile_csp",
]

_UNSAFE_INLINE = "'unsafe-inline'"
_SCRIPT_DIRECTIVES = ("script-src", "script-src-elem")


@dataclass(frozen=True, slots=True)
class CspLine:
    """One directive: sources it always has, the list it takes, and what stands there when the list is empty."""

    directive: str
    always: tuple[str, ...] = ()
    takes: SourceList | None = None
    otherwise: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CspShape:
    """A host's way of writing a policy: with declared origins, and (`omitted`) when a resource declares none."""

    declared: tuple[CspLine, ...]
    omitted: tuple[CspLine, ...]


# Specification, "UI Resource Format": what a host uses when `csp` is omitted. `object-src` is
# in the draft's text only; it takes nothing a view could use.
SPEC_OMITTED = (
    CspLine("default-src", ("'none'",)),
    CspLine("script-src", ("'self'", _UNSAFE_INLINE)),
    CspLine("style-src", ("'self'", _UNSAFE_INLINE)),
    CspLine("img-src", ("'self'", "data:")),
    CspLine("media-src", ("'self'", "data:")),
    CspLine("object-src", ("'none'",)),
    CspLine("connect-src", ("'none'",)),
)

# Specification, "Content Security Policy Enforcement", what a host makes of the declared domains.
SPEC_DECLARED = (
    CspLine("default-src", ("'none'",)),
    CspLine("script-src", ("'self'", _UNSAFE_INLINE), SourceList.RESOURCE),
    CspLine("style-src", ("'self'", _UNSAFE_INLINE), SourceList.RESOURCE),
    CspLine("connect-src", ("'self'",), SourceList.CONNECT),
    CspLine("img-src", ("'self'", "data:"), SourceList.RESOURCE),
    CspLine("font-src", ("'self'",), SourceList.RESOURCE),
    CspLine("media-src", ("'self'", "data:"), SourceList.RESOURCE),
    CspLine("frame-src", (), SourceList.FRAME, ("'none'",)),
    CspLine("object-src", ("'none'",)),
    CspLine("base-uri", (), SourceList.BASE_URI, ("'self'",)),
)

SPEC_SHAPE = CspShape(SPEC_DECLARED, SPEC_OMITTED)


def compile_csp(
    granted: ResourceAsk,
    shape: CspShape = SPEC_SHAPE,
    *,
    report_path: str | None = None,
    script_hashes: Sequence[str] = (),
) -> str:
    """Writes the policy for what was granted; `script_hashes` (like `sha256-...`) replace `'unsafe-inline'` in scripts.

    Origins reach it parsed, never as text, so none of them can end a directive or add a keyword.
    """
    lines = shape.declared if any(sources(granted, which) for which in SourceList) else shape.omitted
    directives = [" ".join([line.directive, *_sources(line, granted, script_hashes)]) for line in lines]
    if report_path is not None:
        directives.append(f"report-uri {report_path}")
    return "; ".join(directives)


def _sources(line: CspLine, granted: ResourceAsk, script_hashes: Sequence[str]) -> list[str]:
    declared = sorted(map(str, sources(granted, line.takes))) if line.takes is not None else []
    always = list(line.always)
    if line.directive in _SCRIPT_DIRECTIVES:
        always = list(_script_sources(always, granted.asks_wasm, script_hashes))
    return [*always, *declared] or list(line.otherwise)


def _script_sources(always: Sequence[str], wasm: bool, script_hashes: Sequence[str]) -> Iterable[str]:
    for source in always:
        if not (script_hashes and source == _UNSAFE_INLINE):
            yield source
    yield from (f"'{digest}'" for digest in script_hashes)
    if wasm and not {WASM_KEYWORD, "'unsafe-eval'"}.intersection(always):
        yield WASM_KEYWORD
