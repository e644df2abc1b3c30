"""`tieout examine`: facts about the file and the print of a statement; no database, no account, no books."""

import json
from enum import IntEnum
from pathlib import Path
from typing import Any

import click

from tieout import options
from tieout.starting import CommandFailed, started_without_data


class ExaminationCode(IntEnum):
    """Exit codes of this command alone."""

    NOTHING_AGAINST = 0
    SPEAKS_AGAINST = 4


@click.command()
@click.argument("source", metavar="FILE", type=click.Path(exists=True, dir_okay=False, readable=False, path_type=Path))
@click.option("--password", metavar="P", help="Opens a locked PDF.")
@options.as_json
@click.pass_context
def examine(context: click.Context, source: Path, password: str | None, *, as_json: bool) -> None:
    """List facts that speak against a PDF, and facts that only inform. Needs no books and stores nothing.

    Programs and dates, earlier saves and what they changed, digital signatures, fonts, columns and covers, hidden figures, balances that
    contradict. There is no score: a fact needs an explanation, which may be harmless.

    \b
    tieout examine june.pdf
    tieout examine june.pdf --json

    Ends with 0 if no fact speaks against the document, 4 if one does, 3 if it could not be read, 2 for a wrong command line.
    """
    with started_without_data():
        from reconciliation.documents.limits import configured_limits
        from reconciliation.documents.opening import DocumentUnreadable, open_document
        from reconciliation.examining import examine as examined
        from reconciliation.management.commands.read_statement import in_words
        from reconciliation.reading.reader import read

        limits = configured_limits()
        try:
            with source.open("rb") as file:
                pdf = file.read(limits.bytes + 1)
            document = open_document(pdf, password=password, limits=limits)
        except OSError as error:
            raise CommandFailed(f"{source}: {error.strerror}") from error
        except DocumentUnreadable as unreadable:
            raise CommandFailed(f"{source}: {in_words(unreadable)}") from unreadable
        examination = examined(pdf, document, read(document), limits, password=password)
        if as_json:
            facts = [{**fact.as_stored(), "speaks_against": fact.speaks_against, "sentence": fact.sentence} for fact in examination.facts]
            click.echo(json.dumps({"file": str(source), "speaks_against": examination.speaks_against, "facts": facts}))
        else:
            _show(source, examination)
        context.exit(ExaminationCode.SPEAKS_AGAINST if examination.speaks_against else ExaminationCode.NOTHING_AGAINST)


def _show(source: Path, examination: Any) -> None:
    from people.safe_text import shown

    lines = [f"{source}"]
    for title, is_against in (("Speaks against the document", True), ("For information", False)):
        facts = [fact for fact in examination.facts if fact.speaks_against is is_against]
        lines += [f"  {title}: {len(facts) or 'nothing'}"]
        for fact in facts:
            place = f"Page {fact.page}" if fact.page else ""
            if fact.box:
                place += f", {fact.box[0]:.0f} pt from the left, {fact.box[1]:.0f} pt from the top"
            lines.append(f"    {'! ' if is_against else '- '}{f'{place}: ' if place else ''}{fact.sentence}")
            if fact.is_change:
                lines += [f"        earlier: {fact.evidence[0] or '-'}", f"        present: {fact.evidence[1] or '-'}"]
            elif any(fact.evidence):
                lines.append(f"        {' | '.join(filter(None, fact.evidence))}")
    click.echo(shown("\n".join(lines)))
