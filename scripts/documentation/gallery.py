"""docs/gallery.md: what is said of each of the thirty-six cases, at a glance."""

import html
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from reconciliation.presentation.labels.verdicts import Headline, headline_of_statement
from tests.cases.page import HERE, answers_of

Json = Mapping[str, Any]
INTRODUCTION = """\
# Gallery of cases

Thirty-six situations that a bookkeeper knows, and what Tieout says of each. The words are the product's own; a case leads to its
books, its statement and its sum in [the cases](cases.md). `python -m scripts.documentation.made` writes this page anew.

| it says | which means |
|---|---|
| <span class="tag good">Reconciled, proved</span> | `matched`: every row, both balances, nothing left over that is not proved |
| <span class="tag calm">Ties with the bank</span> | `partial`, for want of time alone: the next statement will prove it |
| <span class="tag bad">Differs</span> | `mismatched`: something definite is wrong, and all of it is listed |
| <span class="tag warn">Needs you</span> | `partial`: something was not read, or only a person can say it |
| <span class="tag warn">Not compared</span> | `unverifiable`: nothing could be compared |

## On the page of a statement
The four statements of `make demo`, as they are shown: [a clean month](cases.md#1-clean-month),
[a cheque outstanding](cases.md#2-outstanding-cheque-at-the-period-end), a card with [transposed digits](cases.md#10-transposed-digits)
and a fee that nobody booked, and an account that the books do not have.

"""
PHONE, DARK = "(max-width: 600px)", "(prefers-color-scheme: dark)"
PICTURES = (
    ("demo-checking-2026-01", "January agrees with the books: reconciled, proved"),
    ("demo-checking-2026-02", "February ties with the bank: one cheque is outstanding"),
    ("demo-card-2026-01", "The card differs: an amount, a fee, an entry that the bank does not know"),
    ("demo-savings-2026-q1", "None of the accounts fits: nothing was compared"),
)
CASES = """\
## All of them

| case | what is said |
|---|---|
"""


def page() -> str:
    cases = json.loads((HERE / "cases.json").read_text(encoding="utf-8"))
    shown = "".join(
        f'<figure markdown="span">\n{picture(name, says)}\n<figcaption>{says}</figcaption>\n</figure>\n\n' for name, says in PICTURES
    )
    return f"{INTRODUCTION}{shown}{CASES}" + "".join(map(_row, cases))


def picture(name: str, says: str) -> str:
    """A picture of the product as the reader looks at this page: on a phone or not, in the light or in the dark."""
    shapes = {f"{PHONE} and {DARK}": "-narrow-dark", PHONE: "-narrow", DARK: "-dark"}
    sources = "".join(f'<source media="{media}" srcset="images/{name}{shape}.png">' for media, shape in shapes.items())
    return f'<picture>{sources}<img src="images/{name}.png" alt="{html.escape(says)}" loading="lazy"></picture>'


def _row(case: Json) -> str:
    heading = f"{case['number']}. {case['title']}"
    title = f"[{heading}](cases.md#{anchor(heading)})"
    said = "<br>".join(_said(headline) for headline in _headlines(case))
    return f"| {title} | {said} |\n"


def _headlines(case: Json) -> Iterator[Headline]:
    """Of every statement of the case and its variants, each answer once."""
    found = [headline_of_statement(answer) for variant in case["variants"] for answer in answers_of(variant)]
    yield from dict.fromkeys(found)


def _said(headline: Headline) -> str:
    more = headline.sentence.removeprefix(f"{headline.tag}.").strip()
    return f'<span class="tag {headline.tone}">{headline.tag}</span> {more}'.rstrip()


def anchor(heading: str) -> str:
    """As the site names a heading."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())
