"""`tieout convert`: statements, mostly PDFs, into files of other programs; no database, no account, no books."""

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Any

import click

from tieout import options
from tieout.starting import WrongUse, started_without_data

OF_ENDINGS = {
    ".csv": "csv",
    ".xlsx": "xlsx",
    ".ofx": "ofx",
    ".qbo": "qbo",
    ".qif": "qif",
    ".xml": "camt053",
    ".sta": "mt940",
    ".beancount": "beancount",
    ".journal": "hledger",
    ".json": "json",
}
"""The format that the name of a file promises."""
FORMS = ("csv", "xlsx", "ofx", "qbo", "qif", "camt053", "mt940", "beancount", "hledger", "json")
PROGRAMS = ("actual", "datev", "firefly", "gnucash", "lexware", "quickbooks", "quickbooks-us", "sage", "xero", "ynab")


class Ending(IntEnum):
    """Exit codes of this command alone."""

    PROVED = 0
    NOT_WRITTEN = 1
    NOT_PROVED = 3


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="FILE|FOLDER...", type=click.Path(exists=True, readable=False, path_type=Path))
@click.option("--to", "form", type=click.Choice(FORMS), help="The format of the files. Without it, that of the name after --out, else csv.")
@click.option("--for", "program", type=click.Choice(PROGRAMS), help="CSV with the columns that this program imports.")
@click.option(
    "--out",
    "place",
    type=click.Path(),
    metavar="FILE|FOLDER",
    help="A file for all statements together, or a folder for a file each. Without it, one statement goes to standard output, and of "
    "several each goes into a file beside the one it is made of.",
)
@click.option("--force", is_flag=True, help="Replace files that exist.")
@click.option("--currency", metavar="CODE", help="Of statements that print none, or only a sign such as $.")
@click.option("--password", metavar="P", help="Opens locked PDFs.")
@options.quiet
@click.pass_context
def convert(
    context: click.Context,
    sources: tuple[Path, ...],
    form: str | None,
    program: str | None,
    place: str | None,
    currency: str | None,
    password: str | None,
    *,
    force: bool,
    quiet: bool,
) -> None:
    """Turn statements into a spreadsheet or a file for another program. Needs no books and stores nothing.

    A statement is a PDF or a file of the bank: CAMT.053, MT940, OFX, QIF or CSV. A ZIP archive is opened, and of a folder its PDFs are
    converted.

    \b
    tieout convert june.pdf > june.csv
    tieout convert january.pdf february.pdf march.pdf --out quarter.xlsx
    tieout convert ~/Statements --to ofx --out ~/Converted
    tieout convert card.pdf --for ynab --currency USD

    Ends with 0 if the printed figures prove each statement, 3 if one is not proved (it is written, marked, and the reasons are shown),
    1 if one could not be read or written, 2 for a wrong command line.
    """
    with started_without_data():
        from finance.money import is_currency
        from reconciliation.converting.forms import FORMS as WRITERS
        from reconciliation.converting.forms import OF_PROGRAMS

        if currency is not None and not is_currency(currency := currency.upper()):
            raise WrongUse(f"{currency} is not a currency. Type a code such as USD.")
        out = None if place is None else Path(place)
        is_file = out is not None and not out.is_dir() and bool(out.suffix) and not str(place).endswith("/")
        promised = OF_ENDINGS.get(out.suffix.lower()) if out is not None and is_file else None
        if out is not None and is_file and promised is None and not program and form is None:
            raise WrongUse(f"No format has files that end with {out.suffix}. Choose one of {', '.join(OF_ENDINGS)}, or name it with --to.")
        form = form or ("csv" if program else promised) or "csv"
        if program and form != "csv":
            raise WrongUse(f"--for {program} writes CSV. Leave out --to {form}.")
        if promised and promised != form:
            raise WrongUse(f"The name {out} is that of a file in the format {promised}, and {form} would be in it. Change one of them.")
        writer = OF_PROGRAMS[program] if program else WRITERS[form]
        placed = list(_files(sources))
        files = [file for file, _folder in placed]
        is_several = len(files) > 1 or any(source.is_dir() for source in sources)
        targets = [out] * len(files) if is_file or (out is None and not is_several) else _targets(placed, out, writer.ending)
        if None in targets and writer.ending == "xlsx" and sys.stdout.isatty():
            raise WrongUse("A spreadsheet cannot be shown here. Name a file, such as --out june.xlsx.")
        named = [target for target in dict.fromkeys(targets) if target is not None]
        _make_room(named, {file.path.resolve() for file in files}, force=force)
        work = _Work(writer=writer, currency=currency, password=password, quiet=quiet)
        context.exit(work.run(files, targets))


def _make_room(targets: Sequence[Path], sources: Collection[Path], *, force: bool) -> None:
    """Make the folders of the files to write. Raises WrongUse if one is a source, or is there without `force`, or has no place."""
    if over := {target.resolve() for target in targets} & set(sources):
        raise WrongUse(f"To be converted, not replaced: {', '.join(sorted(map(str, over)))}. Choose another place with --out.")
    existing = [str(target) for target in targets if target.exists()]
    if existing and not force:
        raise WrongUse(f"Already there: {', '.join(existing)}. Choose another place with --out, or replace with --force.")
    for target in targets:
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WrongUse(f"{target.parent}: {error.strerror}. Choose another place with --out.") from error


def _files(sources: Sequence[Path]) -> Iterator[tuple[Any, PurePath]]:
    """Yield the files, those of archives, and the PDFs of folders and their folders, each file once, with its folder below the one that
    was named. Raises `WrongUse` if a folder has no PDF."""
    from reconciliation.management.commands.read_statement import files_in

    taken: set[Path] = set()
    for source in sources:
        inside = (
            sorted(path for path in source.rglob("*") if path.suffix.lower() == ".pdf" and path.is_file()) if source.is_dir() else [source]
        )
        if not inside:
            raise WrongUse(f"There is no PDF in {source}. Name files of other kinds one by one.")
        for path in inside:
            folder = path.parent.relative_to(source) if source.is_dir() else PurePath()
            if path.resolve() not in taken:
                taken.add(path.resolve())
                yield from ((file, folder) for file in files_in(path))


LONGEST_STEM = 150


def _targets(placed: Sequence[tuple[Any, PurePath]], out: Path | None, ending: str) -> list[Path | None]:
    """Return a place for each file's statements: in the folder `out`, below the same folders as the file, or else beside the file.

    The name is that of the file. Of files that would share a place each gets the name of its folder, then its own ending, then a digest of
    its path, until all differ: the order of the files does not matter, and none replaces another."""

    def target_of(number: int, level: int) -> Path:
        file, folder = placed[number]
        name = PurePath(file.member or file.path.name)
        mark = ("", file.path.stem if file.member else file.path.resolve().parent.name, name.suffix.lstrip(".").lower(), "")[level]
        if level == 3:
            copies = sum((other.path, other.member) == (file.path, file.member) for other, _folder in placed[:number])
            mark = sha256(f"{file.path.resolve()}\0{file.member}\0{copies}".encode(errors="surrogateescape")).hexdigest()[:12]
        stem = "-".join(filter(None, ((name.stem or "statement")[:LONGEST_STEM], mark)))
        return (file.path.parent if out is None else out / folder) / f"{stem}.{ending}"

    targets = [target_of(number, 0) for number in range(len(placed))]
    for level in (1, 2, 3):
        counts = Counter(str(target).casefold() for target in targets)
        targets = [target if counts[str(target).casefold()] == 1 else target_of(number, level) for number, target in enumerate(targets)]
    return list(targets)


@dataclass(frozen=True, kw_only=True)
class _Work:
    """Reads the files one after the other and writes each target as soon as its last file was read."""

    writer: Any
    currency: str | None
    password: str | None
    quiet: bool

    def run(self, files: Sequence[Any], targets: Sequence[Path | None]) -> Ending:
        from reconciliation.converting.source import FailedFile
        from reconciliation.management.commands.read_statement import answers

        endings, proved, open_ones = {Ending.PROVED}, 0, 0
        failed: list[Any] = []
        waiting: dict[Path | None, list[Any]] = {}
        read = answers(files, password=self.password)
        for number, (answer, file, target) in enumerate(zip(read, files, targets, strict=True), 1):
            statements = self._statements(answer, file.name)
            count = f"[{number}/{len(files)}] " if len(files) > 1 else ""
            if isinstance(statements, str):
                self._say(f"{count}{file.name}: {statements}", always=True)
                endings.add(Ending.NOT_WRITTEN)
                failed.append((FailedFile(file=file.name, reason=statements), target))
                statements = []
            else:
                name = f"{count}{file.name}"
                for statement in statements:
                    account = f" {statement.account}" if statement.account else ""
                    rows = f"{len(statement.lines)} rows" if len(statement.lines) != 1 else "1 row"
                    self._say(
                        f"{name}:{account} {rows}, {'proved' if statement.is_proved else 'NOT PROVED'}", always=not statement.is_proved
                    )
                    for reason in statement.reasons:
                        self._say(f"  {reason}", always=True)
                endings |= {Ending.PROVED if statement.is_proved else Ending.NOT_PROVED for statement in statements}
                proved += sum(statement.is_proved for statement in statements)
                open_ones += sum(not statement.is_proved for statement in statements)
            waiting.setdefault(target, []).extend(statements)
            if target in targets[number:] or not waiting[target]:
                continue
            endings.add(self._write(target, waiting.pop(target), [file for file, place in failed if place == target]))
        if len(files) > 1 or open_ones or failed:
            self._say(f"Proved: {proved}. Not proved: {open_ones}. Failed: {len(failed)}.", always=bool(open_ones or failed))
        for file, _target in failed if len(files) > 1 else ():
            self._say(f"  Failed: {file.file}", always=True)
        return next(ending for ending in (Ending.NOT_WRITTEN, Ending.NOT_PROVED, Ending.PROVED) if ending in endings)

    def _statements(self, answer: Any, name: str) -> Any:
        """Return the statements of a file, or the sentence that says why there are none."""
        from reconciliation.reports.statement_files import to_convert

        if answer.reading is None:
            return answer.words
        if not answer.reading.statements:
            return f"This is not a statement of an account, but: {answer.reading.document_type.replace('_', ' ')}. Leave it out."
        return [to_convert(printed, currency=self.currency, file=name) for printed in answer.reading.statements]

    def _write(self, target: Path | None, statements: list[Any], failed: Sequence[Any]) -> Ending:
        from django.utils import timezone

        from reconciliation.converting.source import CurrencyUnknown, NotConvertible

        try:
            content = self.writer.written(statements, timezone.now(), failed)
            if target is None:
                sys.stdout.buffer.write(content)
                sys.stdout.flush()
            else:
                target.write_bytes(content)
                self._say(f"Written: {target}")
        except NotConvertible as error:
            advice = " Name it, such as --currency USD, or choose csv, xlsx or json." if isinstance(error, CurrencyUnknown) else ""
            self._say(f"Not written{f': {target}' if target else ''}. {error}{advice}", always=True)
            return Ending.NOT_WRITTEN
        except BrokenPipeError:  # the reader has enough: click ends quietly
            raise
        except OSError as error:
            self._say(f"Not written: {target or 'standard output'}. {error.strerror}. Choose another place with --out.", always=True)
            return Ending.NOT_WRITTEN
        return Ending.PROVED

    def _say(self, text: str, *, always: bool = False) -> None:
        from people.safe_text import shown

        if always or not self.quiet:
            click.echo(shown(text), err=True)
