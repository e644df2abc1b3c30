"""`tieout record` and `tieout replay`: `tieout reconcile` with a file of the exchanges with a model; `tieout evaluate` compares models."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tieout import options
from tieout.commands.reconcile import reconcile
from tieout.starting import CommandFailed, WrongUse, progress, start, started_with_samples

if TYPE_CHECKING:
    from reconciliation.management.evaluation import Evaluated, TaskOutcome


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("exchanges", metavar="EXCHANGES", type=options.NEW_FILE)
@click.argument("more", nargs=-1, required=True, metavar="FILE...", type=click.UNPROCESSED)
@click.pass_context
def record(context: click.Context, exchanges: Path, more: tuple[str, ...]) -> None:
    """Reconcile, and write the exchanges with a model to EXCHANGES.

    FILE and the options are those of `tieout reconcile`. The file has one exchange a line, without keys and addresses. It has the text
    that the model received, with its numbers masked, and the figures of your statements and books: protect it as you protect those. Run
    `tieout reconcile` on the files first: it imports the books and clears entries, and a replay needs the same books as the recording.

    \b
    tieout record run.jsonl january.pdf --ledger books.csv
    """
    if exchanges.exists():
        raise WrongUse(f"{exchanges} already exists. Name a new file.")
    start(migrate=False)
    from django.conf import settings

    settings.PROVIDER_RECORD = str(exchanges.absolute())
    reconcile.main(list(more), prog_name=context.command_path)


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("exchanges", metavar="EXCHANGES", type=options.FILE)
@click.argument("more", nargs=-1, required=True, metavar="FILE...", type=click.UNPROCESSED)
@click.pass_context
def replay(context: click.Context, exchanges: Path, more: tuple[str, ...]) -> None:
    """Reconcile with the answers of a model from EXCHANGES: nothing is sent, and no key is needed.

    FILE and the options are those of `tieout reconcile`; settings and books are those of `tieout record`, in the same folder of data. A
    request that was not recorded is not answered, and the run then says that the provider refused it.

    \b
    tieout replay run.jsonl january.pdf --ledger books.csv
    """
    start(migrate=False)
    from django.conf import settings

    settings.PROVIDER_REPLAY = str(exchanges.absolute())
    reconcile.main(list(more), prog_name=context.command_path)


@click.command()
@click.option("--models", required=True, metavar="A,B,C", help="Models of your provider, or PROVIDER:MODEL; builtin is one too.")
@click.option("--own", is_flag=True, help="On your finished statements in place of the samples.")
@click.option("--most", default=20, show_default=True, help="With --own: the number of statements, the last ones.")
@click.option("--recordings", type=click.Path(file_okay=False, path_type=Path), help="Folder with the exchanges, one file a model.")
@click.option("--page", type=options.NEW_FILE, help="Write the result as a page: .html, else Markdown.")
@options.organization
@options.as_json
@options.quiet
def evaluate(
    models: str, *, own: bool, most: int, recordings: Path | None, page: Path | None, organization: str | None, as_json: bool, quiet: bool
) -> None:
    """Compare models on statements whose answers are known, and print what each got right.

    Each model pairs the rows of statements with entries, reads documents as if nothing of them had been read, and answers questions about
    the books. The books are read, and nothing in them is changed. A model with a file in the folder of --recordings is not asked: its
    answers come from there. Any other model is asked, which costs what it costs, and its answers are written there.

    \b
    tieout evaluate --models builtin,gpt-4.1-mini,anthropic:claude-sonnet-4-5
    tieout evaluate --models gpt-4.1-mini --own --recordings answers/ --page models.html
    """
    wanted = list(dict.fromkeys(name.strip() for name in models.split(",") if name.strip()))
    if not wanted:
        raise WrongUse("Name a model with --models.")
    with nullcontext() if own else started_with_samples():
        evaluated = _evaluated(wanted, own=own, most=most, recordings=recordings, organization=organization, quiet=quiet or as_json)
        from people.safe_text import shown
        from reconciliation.management.evaluation import KINDS

        if page:
            page.write_text((as_html if page.suffix == ".html" else as_markdown)(evaluated, own=own))
        if as_json:
            scores = [{kind: asdict(score) if (score := model.score(kind)) else None for kind in KINDS} for model in evaluated]
            answers = [asdict(model) | {"scores": own_scores} for model, own_scores in zip(evaluated, scores, strict=True)]
            click.echo(json.dumps(answers, ensure_ascii=True, default=str))
        elif not quiet:
            click.echo(shown(as_text(evaluated)))


def _evaluated(
    models: Sequence[str], *, own: bool, most: int, recordings: Path | None, organization: str | None, quiet: bool
) -> list[Evaluated]:
    """Return the result of each model on the finished statements of an organization, or on the samples."""
    if own:
        start()
    from django.conf import settings

    from people.organization_option import NoSingleOrganization, organization_named
    from reconciliation.management.evaluation import evaluate as evaluate_model
    from reconciliation.management.evaluation import finished, named, samples

    try:
        if own:
            books = organization_named(organization)
            imports = finished(books, most)
        else:
            books, imports = samples()
    except NoSingleOrganization as error:
        raise WrongUse(str(error)) from error
    if not imports:
        raise CommandFailed("There is no finished statement.")
    if not own:
        settings.PROVIDER_ALLOWED = [named(model)[0] for model in models]  # the samples are no secret
    evaluated = []
    with progress("Evaluating", len(models), quiet=quiet) as bar:
        for model in models:
            evaluated.append(evaluate_model(model, imports, books, recordings))
            bar.update(1)
    return evaluated


COLUMNS = ("Model", "Rows paired", "Documents read", "Questions", "Requests", "Seconds (p50)", "Tokens in", "Tokens out", "US dollars")
KINDS = {"proposals": "Rows paired", "readings": "Documents read", "questions": "Questions"}
HEAD = "Right, wrong and unanswered. A wrong answer is worse than none. Not measured: \u2013."


def _row(model: Evaluated) -> list[str]:
    """Return the cells of a model; what was not asked or not measured is a dash."""
    scores = [model.score(kind) for kind in ("proposals", "readings", "questions")]
    figures = (
        model.requests or None,
        model.seconds and f"{model.seconds:.2f}",
        model.input_tokens,
        model.output_tokens,
        None if model.cost is None else f"{model.cost.normalize():f}",
    )
    cells = [f"{score.right}, {score.wrong}, {score.missing}" if score else None for score in scores]
    return [model.model, *("\u2013" if cell is None else str(cell) for cell in (*cells, *figures))]


def as_text(evaluated: Sequence[Evaluated]) -> str:
    rows = [list(COLUMNS), *map(_row, evaluated)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(COLUMNS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    failures = [f"{model.model}: {outcome.task}: {outcome.failure}" for model in evaluated for outcome in model.outcomes if outcome.failure]
    return "\n".join([HEAD, "", *lines, *([""] if failures else []), *failures])


def _sections(evaluated: Sequence[Evaluated], *, own: bool) -> Iterator[tuple[str, str, Sequence[str], list[list[str]]]]:
    """Yield the heading, text, columns and rows of each table of the page."""
    source = "the last finished statements of the books" if own else "the sample statements"
    replayed = [model.model for model in evaluated if model.is_replayed]
    names = ", ".join(model.model for model in evaluated)
    text = f"`tieout evaluate --models {names.replace(', ', ',')}{' --own' if own else ''}` asked each model about {source}. {HEAD}"
    if replayed:
        text += f" Answers of {', '.join(replayed)} come from recordings, with the seconds of the recording."
        text += " Requests that were not recorded are refused."
    yield "Models compared", text, COLUMNS, [_row(model) for model in evaluated]
    for kind, title in KINDS.items():
        tasks: dict[str, list[TaskOutcome | None]] = {}
        for place, model in enumerate(evaluated):
            for outcome in model.outcomes:
                if outcome.kind == kind:
                    tasks.setdefault(outcome.task, [None] * len(evaluated))[place] = outcome
        rows = [
            [task, next((o.expected for o in outcomes if o and o.expected), ""), *map(_cell, outcomes)] for task, outcomes in tasks.items()
        ]
        if rows:
            yield title, EXPLAINED[kind], ("Task", "Known answer", *(model.model for model in evaluated)), rows


EXPLAINED = {
    "proposals": "Each row of a statement is to be paired with the entries of the same payment. A pair counts as right if the matcher has "
    "found the same one, beyond doubt; a row that the books lack counts as right if it is proposed as new.",
    "readings": "The rows that code has read and proved are withheld. A reading is right if it has each row with its day and its amount, "
    "and no other.",
    "questions": "An answer is right if it has the known figure, no other of its kind, and rests on a look-up in the books.",
}


def _cell(outcome: TaskOutcome | None) -> str:
    if outcome is None:
        return "\u2013"
    score = outcome.score
    if outcome.kind == "proposals" and not outcome.failure:
        return outcome.given
    verdict = "right" if not (score.wrong or score.missing) else "wrong" if score.wrong else "no answer"
    return f"{verdict}: {outcome.given or outcome.failure}" if outcome.given or outcome.failure else verdict


def as_markdown(evaluated: Sequence[Evaluated], *, own: bool) -> str:
    """Return the page for the documentation. Text of models is escaped, so that no cell ends early and nothing is drawn from it."""
    lines: list[str] = []
    for title, text, columns, rows in _sections(evaluated, own=own):
        lines += ["# " + title if not lines else "## " + title, "", text, ""]
        lines += [_markdown_row(columns), "|" + " --- |" * len(columns), *map(_markdown_row, rows), ""]
    return "\n".join(lines)


def _markdown_row(cells: Sequence[str]) -> str:
    escaped = (html.escape(" ".join(cell.split()), quote=False).translate(MARKS) for cell in cells)
    return f"| {' | '.join(escaped)} |"


MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]|#!~"})


def as_html(evaluated: Sequence[Evaluated], *, own: bool) -> str:
    parts = ['<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Models compared</title>', STYLE]
    for title, text, columns, rows in _sections(evaluated, own=own):
        head = "".join(f"<th>{html.escape(column)}</th>" for column in columns)
        body = "\n".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        heading = "h2" if len(parts) > 2 else "h1"
        table = f"<div><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>"
        explained = re.sub("`([^`]*)`", r"<code>\1</code>", html.escape(text))
        parts.append(f"<{heading}>{html.escape(title)}</{heading}>\n<p>{explained}</p>\n{table}")
    return "\n".join([*parts, "</html>\n"])


STYLE = """<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem; }
div { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid #8888; padding: .4rem .8rem; text-align: left; vertical-align: top; }
td { overflow-wrap: anywhere; min-width: 6rem; }
td:first-child { min-width: 12rem; }
code { overflow-wrap: anywhere; }
</style>"""
