"""Long-running commands, and the demonstration."""

from pathlib import Path

import click

from tieout import options
from tieout.starting import CommandFailed, call, output_of, start


@click.command()
@options.quiet
def demo(*, quiet: bool) -> None:
    """Load sample books, reconcile sample statements, and print each verdict.

    It makes books and a user of its own, beside whatever else is there.

    \b
    tieout demo
    DATA_DIR=/tmp/try tieout demo     somewhere that can be thrown away
    """
    start()
    report = output_of("load_demo")
    if not quiet:
        click.echo(report, nl=False)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, help="The port to listen on.")
def serve(host: str, port: int) -> None:
    """Serve the pages and work on what is uploaded, until Ctrl-C.

    \b
    tieout serve
    tieout serve --port 9000
    """
    start(migrate=False)  # it does so itself
    call("serve", host=host, port=port)


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("more", nargs=-1, type=click.UNPROCESSED)
def watch(folder: Path, more: tuple[str, ...]) -> None:
    """Reconcile every statement that is put into FOLDER. MORE is handed on to `watch_folder`.

    \b
    tieout watch ~/Statements
    """
    from django.core.management import get_commands

    start()
    if "watch_folder" not in get_commands():
        raise CommandFailed("This Tieout cannot watch folders.")
    call("watch_folder", str(folder), *more)
