"""`viewsdk`: build a page, serve its assets, check a view's modules."""

import sys
from pathlib import Path

import click

from viewsdk.bundle.assets import UnwritableFolder
from viewsdk.bundle.author import BadReference
from viewsdk.bundle.compile import MakerFailed
from viewsdk.bundle.locate import MissingInput
from viewsdk.bundle.prepare import prepare_base
from viewsdk.bundle.runtime import UnknownRuntime
from viewsdk.bundle.serve import AssetServer

__all__ = ["main"]

_FAILURES = (MissingInput, MakerFailed, BadReference, UnwritableFolder, UnknownRuntime)
_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.group()
def commands() -> None:
    """Interactive MCP views written in Python."""


@commands.command()
@click.argument("folder", type=_FOLDER, required=False)
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=0, show_default=True, help="0 takes any free port.")
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


def main() -> None:
    """The `viewsdk` command; what a person can put right ends in one sentence, without a traceback."""
    try:
        commands()
    except _FAILURES as failure:
        click.echo(f"viewsdk: {failure}", err=True)
        sys.exit(1)
