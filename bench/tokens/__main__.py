"""`python -m bench.tokens`: tokens, calls and money for each sample statement, beside the verbose loop. Ends with `ratio N`.

Fails where the verbose loop does not take 50 times as many, where the median statement takes more than one call, or a clean one any."""

import logging
import os
import tempfile
from collections.abc import Sequence
from decimal import Decimal
from statistics import median
from typing import Any

from assistant.contract import Usage
from bench.table import drawn
from bench.tokens.counting import ENCODING, Tokens, counted

LEAST = 50
MODELS = (("openai", "gpt-5-mini"), ("openai", "gpt-5"), ("anthropic", "claude-sonnet-5-5"), ("gemini", "gemini-3.5-flash"))


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "ENV_FILE": os.devnull,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATA_DIR": folder,
            "PROVIDER": "compatible",
            "PROVIDER_READS": "false",
        }
        os.environ.pop("DATABASE_URL", None)
        import django

        logging.disable()
        django.setup()
        from django.db import connection

        connection.creation.create_test_db(verbosity=0)
        return report(*measured())


def measured() -> tuple[list[Any], list[Tokens], list[Tokens]]:
    """The imports of the sample statements, what each took, and what it takes the other way."""
    from bench.tokens.terse import terse
    from bench.tokens.verbose import verbose
    from reconciliation.management.commands.load_demo import SAMPLES, demo_organization
    from reconciliation.models import StatementImport
    from reconciliation.uploads.services import receive_statement

    organization, owner, _password = demo_organization()
    imports, ours = [], []
    for path in sorted(SAMPLES.glob("statements/*.pdf")):
        channel = StatementImport.Channel.COMMAND_LINE
        received = receive_statement(
            organization=organization, uploaded_by=owner, channel=channel, filename=path.name, pdf=path.read_bytes(), ring=False
        )
        ours.append(terse(received.statement_import))
        imports.append(received.statement_import)
    for statement_import in imports:
        statement_import.refresh_from_db()
    return imports, counted(ours), counted([verbose(statement_import) for statement_import in imports])


def report(imports: Sequence[Any], ours: Sequence[Tokens], theirs: Sequence[Tokens]) -> int:
    print(f"Tokens by {ENCODING}.\n")
    heads = ("statement", "verdict", "calls", "read", "written", "verbose: calls", "read", "written")
    rows = [
        (statement_import.filename, statement_import.verdict, *map(str, _figures(own)), *map(str, _figures(other)))
        for statement_import, own, other in _zip(imports, ours, theirs)
    ]
    print(drawn([heads, *rows]))
    print()
    print(drawn([("US dollars for 1,000 such statements", "tieout", "verbose"), *map(_priced(ours, theirs), MODELS)]))
    clean = [own for statement_import, own, _ in _zip(imports, ours, theirs) if not statement_import.extracted_data]
    ratio = sum(tokens.total for tokens in theirs) / max(1, sum(tokens.total for tokens in ours))
    failed = ratio < LEAST or median(tokens.calls for tokens in ours) > 1 or any(tokens.calls for tokens in clean)
    of_clean = sum(tokens.calls for tokens in clean)
    print(f"\nmedian calls {median(tokens.calls for tokens in ours):g}, of {len(clean)} clean statements {of_clean}")
    print(f"ratio {ratio:.0f}")
    return int(failed)


def _zip(*columns: Sequence[Any]) -> Any:
    return zip(*columns, strict=True)


def _figures(tokens: Tokens) -> tuple[str, str, str]:
    return str(tokens.calls), str(tokens.read), str(tokens.written)


def _priced(ours: Sequence[Tokens], theirs: Sequence[Tokens]) -> Any:
    from assistant.costs import price_of

    def row(model: tuple[str, str]) -> tuple[str, str, str]:
        price = price_of(*model)
        if price is None:
            raise LookupError(f"no price is listed for {model}")
        sums = [
            Usage(input_tokens=sum(tokens.read for tokens in way), output_tokens=sum(tokens.written for tokens in way))
            for way in (ours, theirs)
        ]
        mine, other = ((price.cost(usage) or Decimal(0)) * 1000 / len(ours) for usage in sums)
        return " ".join(model), f"{mine:.2f}", f"{other:.2f}"

    return row


def _usage(way: Sequence[Tokens]) -> Usage:
    return Usage(input_tokens=sum(tokens.read for tokens in way), output_tokens=sum(tokens.written for tokens in way))


def _for_a_thousand(cost: Decimal | None, statements: int) -> str:
    return "unknown" if cost is None else f"{cost * 1000 / statements:.2f}"


if __name__ == "__main__":
    raise SystemExit(main())
