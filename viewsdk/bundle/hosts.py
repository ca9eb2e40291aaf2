"""What is known about real hosts that decides whether they would show a page. Facts age: each says where it is from."""

from collections.abc import Iterator
from dataclasses import dataclass

from viewsdk.bundle.deliver import Delivered, Delivery
from viewsdk.protocol.csp_sources import WASM_KEYWORD

__all__ = ["HOSTS", "KnownHost", "would_refuse"]


@dataclass(frozen=True, slots=True)
class KnownHost:
    """One host: `wasm` is whether it allows WebAssembly always, if asked by keyword, or never (None: not known)."""

    name: str
    source: str
    wasm: str | None = None
    largest_html: int | None = None
    loopback: bool = True


HOSTS = (
    KnownHost("a host that follows the specification to the letter", "SEP-1865, 2026-01-26: no token for it", "never"),
    KnownHost("Claude", "MCPJam probes, 2026-05 to 2026-08: script-src has 'unsafe-eval'", "always"),
    KnownHost("ext-apps basic-host", "its source, 2.0.4: script-src has 'unsafe-eval'", "always"),
    KnownHost("VS Code", "its source, 1.130 to 1.133: resource domains pass through", "keyword"),
    KnownHost("goose", "its source: resource domains pass through", "keyword"),
    KnownHost("MCPJam inspector, declared mode", "its source: quotes are stripped", "never"),
    KnownHost("MCP Inspector v2", "inspector#2012: keywords are rejected", "never"),
    KnownHost("openwork", "its reports, 2026-09: 768 KiB, https origins only", "never", 768 * 1024, False),
    KnownHost("qwen-code", "PR#12258: 1 MiB", "never", 1024 * 1024),
    KnownHost("mattermost", "its reports: 4 MiB, plain origins only", "never", 4 * 1024 * 1024),
    KnownHost("Codex", "codex#45913, 2026-09: loopback http is blocked", None, None, False),
)


def would_refuse(page: Delivered) -> Iterator[tuple[KnownHost, str]]:
    """The hosts that would not show this page as it is meant, and why."""
    size = len(page.html.encode())
    asks = WASM_KEYWORD in page.needs.resource_domains
    is_loopback = any(origin.startswith("http://") for origin in page.needs.connect_domains)
    for host in HOSTS:
        if host.largest_html is not None and size > host.largest_html:
            yield host, f"its cap for a page is {host.largest_html:,} bytes, this one has {size:,}"
        elif host.wasm == "never" or (host.wasm == "keyword" and not asks):
            yield host, "it does not allow WebAssembly: the view's result is shown as text instead"
        elif is_loopback and not host.loopback and page.delivery is Delivery.LINKED:
            yield host, "it blocks files on a loopback address"
