"""`tieout completion`: shell completion of the command line."""

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
    completion_class = get_completion_class(shell)
    if completion_class is None:  # a shell that click no longer supports
        raise click.UsageError(f"There is none for {shell}.")
    click.echo(completion_class(context.find_root().command, {}, "tieout", "_TIEOUT_COMPLETE").source())
