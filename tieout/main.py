"""The command line `tieout`. `tieout.place` finds the packages and the data."""

import click
from click.shell_completion import get_completion_class

from tieout import place
from tieout.commands.backup import backup, restore
from tieout.commands.books import export, import_
from tieout.commands.proof import verify_proof
from tieout.commands.reconcile import reconcile
from tieout.commands.running import demo, serve, watch

EPILOG = """\b
Exit codes of every command:
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
    tieout demo                                       see it on sample books
    tieout reconcile january.pdf --ledger books.csv   a verdict, from nothing but two files
    tieout serve                                      the pages, on http://127.0.0.1:8000
    """
    place.settle()


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print what makes SHELL complete `tieout`.

    \b
    tieout completion bash >> ~/.bashrc
    tieout completion zsh >> ~/.zshrc
    tieout completion fish > ~/.config/fish/completions/tieout.fish
    """
    completion_class = get_completion_class(shell)
    if completion_class is None:  # a shell that click no longer supports
        raise click.UsageError(f"There is none for {shell}.")
    click.echo(completion_class(context.find_root().command, {}, "tieout", "_TIEOUT_COMPLETE").source())


for command in (demo, serve, reconcile, watch, import_, export, backup, restore, verify_proof, completion):
    cli.add_command(command)


def main() -> None:
    cli(prog_name="tieout")


if __name__ == "__main__":
    main()
