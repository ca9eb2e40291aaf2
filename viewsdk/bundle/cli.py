"""`viewsdk`: build a view's pages, serve their assets, check the view's modules."""

import sys
from pathlib import Path

import click

from viewsdk.bundle.assets import UnwritableFolder
from viewsdk.bundle.author import BadReference, collect
from viewsdk.bundle.check import check as find_concerns
from viewsdk.bundle.compile import MakerFailed
from viewsdk.bundle.console import Commands
from viewsdk.bundle.deliver import Delivery, ViewPage, deliver
from viewsdk.bundle.discover import DEFAULT_ENTRY, find_view
from viewsdk.bundle.files import top_level
from viewsdk.bundle.layers import boot_wheels
from viewsdk.bundle.locate import MissingInput
from viewsdk.bundle.output import NotOurs, write
from viewsdk.bundle.packages import packages_of
from viewsdk.bundle.prepare import prepare, prepare_base
from viewsdk.bundle.report import brotli_encoder, describe
from viewsdk.bundle.runtime import UnknownRuntime
from viewsdk.bundle.serve import AssetServer
from viewsdk.bundle.shipped import FOLDER, ship

__all__ = ["main", "put_into_wheel"]

_FAILURES = (MissingInput, MakerFailed, BadReference, UnwritableFolder, UnknownRuntime, NotOurs)
_FOLDER = click.Path(path_type=Path, file_okay=False)
_FILE = click.Path(path_type=Path, dir_okay=False, exists=True)


@click.group(cls=Commands)
def commands() -> None:
    """Interactive MCP views written in Python."""


@commands.command()
@click.argument("folder", type=_FOLDER)
@click.option("-o", "--output", type=_FOLDER, required=True, help="Where the pages and their assets go.")
@click.option(
    "--delivery",
    "deliveries",
    type=click.Choice([delivery.value for delivery in Delivery]),
    multiple=True,
    help="May be repeated.",
)
@click.option("--assets-url", help="Where the assets will be published; needed for linked pages.")
@click.option("--view", "reference", help="The view, as contract:Bill; needed if the contract declares several.")
@click.option("--entry", default=DEFAULT_ENTRY, show_default=True, help="Where the view's code starts.")
@click.option("--fallback", type=_FILE, help="A static page for hosts that refuse WebAssembly.")
@click.option(
    "--brotli/--no-brotli", default=True, help="Write .br files beside linked assets (takes a minute or two)."
)
def build(
    folder: Path,
    output: Path,
    deliveries: tuple[str, ...],
    assets_url: str | None,
    reference: str | None,
    entry: str,
    fallback: Path | None,
    brotli: bool,
) -> None:
    """Build the view in FOLDER: what a real host loads."""
    default = (Delivery.LINKED,) if assets_url else (Delivery.BRIDGE, Delivery.INLINE)
    chosen = tuple(map(Delivery, deliveries)) or default
    if Delivery.LINKED in chosen and not assets_url:
        raise click.UsageError("a linked page needs --assets-url, the place where its assets will be published")
    view_ref, view = find_view(folder, reference)
    page = ViewPage(
        uri=view.uri,
        view_ref=view_ref,
        entry=entry,
        title=view.title or view.view.__name__,
        app={"capabilities": view.app_capabilities},
        fallback={"html": fallback.read_text()} if fallback else None,
    )
    prepared = prepare(folder, view_ref, entry).compressed()
    for problem in prepared.problems:
        click.echo(f"warning: {problem}", err=True)
    squeezed = prepared.squeezed().compressed() if set(chosen) - {Delivery.LINKED} else prepared
    pages = [
        (name, deliver(page, prepared if name is Delivery.LINKED else squeezed, name, assets_url or ""))
        for name in chosen
    ]
    write(pages, output, brotli_encoder() if brotli else None)
    for name, delivered in pages:
        click.echo(describe(delivered, output / f"{name}.html", output / "assets"))


@commands.command()
@click.argument("folder", type=_FOLDER)
@click.option("--view", "reference", help="The view, as contract:Bill.")
@click.option("--entry", default=DEFAULT_ENTRY, show_default=True)
@click.option("--strict", is_flag=True, help="Exit with 1 when there is anything to warn about.")
def check(folder: Path, reference: str | None, entry: str, strict: bool) -> None:
    """Warn about what the view in FOLDER imports or calls that cannot work in a browser."""
    modules = collect(folder, reference or "contract:View", entry)
    wheels = packages_of(folder, boot_wheels()).wheels
    concerns = find_concerns(modules, {name for wheel in wheels for name in top_level(wheel)})
    for concern in concerns:
        click.echo(f"{folder}/{concern}")
    if not concerns:
        click.echo(f"{folder}: nothing that could not work in a browser in {', '.join(modules)}")
    if concerns and strict:
        sys.exit(1)


@commands.command()
@click.argument("folder", type=_FOLDER, required=False)
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(0, 65535), default=0, show_default=True, help="0 takes any free port.")
def assets(folder: Path | None, host: str, port: int) -> None:
    """Serve an asset FOLDER (default: the cache's) with CORS, for pages delivered as linked."""
    target = folder or prepare_base().folder
    if not target.is_dir():
        raise click.ClickException(f"there is no folder {target}")
    try:
        server = AssetServer(target, host, port)
    except OSError as error:
        raise click.ClickException(f"cannot listen on {host}:{port}: {error.strerror}") from None
    click.echo(server.url)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


@commands.command("ship", hidden=True)
def put_into_wheel() -> None:
    """Make the shared assets and put them into the package, for a wheel that is to start views without any set-up."""
    base = prepare_base()
    ship(base.folder, base.files)
    click.echo(f"{len(base.files)} files, {sum(asset.bytes for asset in base.files):,} bytes in {FOLDER}")


def main() -> None:
    """The `viewsdk` command; what a person can put right ends in one sentence, without a traceback."""
    try:
        commands()
    except _FAILURES as failure:
        click.echo(f"viewsdk: {failure}", err=True)
        sys.exit(1)
