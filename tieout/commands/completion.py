"""`tieout completion`: what a shell needs to complete the command line."""

import click
from click.shell_completion import get_completion_class


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
    found = get_completion_class(shell)
    if found is None:  # a shell that click knows no more
        raise click.UsageError(f"There is none for {shell}.")
    click.echo(found(context.find_root().command, {}, "tieout", "_TIEOUT_COMPLETE").source())
