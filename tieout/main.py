"""The command line `tieout`, with the commands that start a process of the product. `tieout.place` finds the packages and the data."""

from pathlib import Path

import click
from click.shell_completion import get_completion_class

from tieout import options, place
from tieout.commands.backup import backup, restore
from tieout.commands.books import corrections, export, import_
from tieout.commands.convert import convert
from tieout.commands.examine import examine
from tieout.commands.models import evaluate, record, replay
from tieout.commands.reconcile import reconcile, verify_proof
from tieout.starting import CommandFailed, call, output_of, start

EPILOG = """\b
Exit codes of every command but convert and examine, whose help lists its own:
  0  done; all matched
  1  something differs, or is open
  2  wrong use
  3  could not be done

Books and documents are in the user's folder for data; DATA_DIR names another."""


class InOrder(click.Group):
    """Lists the commands in the order of their registration: the first to try come first."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=InOrder, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}, epilog=EPILOG)
@click.version_option(package_name="tieout", prog_name="tieout")
def cli() -> None:
    """Does my ledger agree with the bank? Bank statements reconciled, and the answer proved.

    \b
    tieout convert june.pdf --to xlsx --out june.xlsx a spreadsheet, from nothing but a PDF
    tieout demo                                       see it on sample books
    tieout reconcile january.pdf --ledger books.csv   a verdict, from nothing but two files
    tieout serve                                      the pages, on http://127.0.0.1:8000
    """
    place.settle()


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


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the completion script of `tieout` for SHELL.

    \b
    tieout completion bash >> ~/.bashrc
    tieout completion zsh >> ~/.zshrc
    tieout completion fish > ~/.config/fish/completions/tieout.fish
    """
    completion_class = get_completion_class(shell)
    if completion_class is None:  # a shell that click no longer supports
        raise click.UsageError(f"There is none for {shell}.")
    click.echo(completion_class(context.find_root().command, {}, "tieout", "_TIEOUT_COMPLETE").source())


for command in (
    convert,
    examine,
    demo,
    serve,
    reconcile,
    record,
    replay,
    evaluate,
    watch,
    import_,
    corrections,
    export,
    backup,
    restore,
    verify_proof,
    completion,
):
    cli.add_command(command)


def main() -> None:
    cli(prog_name="tieout")


if __name__ == "__main__":
    main()
