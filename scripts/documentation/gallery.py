"""docs/gallery.md: the verdict of each of the thirty-six cases, at a glance."""

import html
import json
import re
from collections.abc import Mapping
from typing import Any

from reconciliation.presentation.labels.verdicts import Headline, headline_of_statement
from tests.cases.page import HERE, answers_of

Json = Mapping[str, Any]
INTRODUCTION = """\
# Gallery of cases

Thirty-six common situations with Tieout's answers, in the product's own words. Each links to its books, statement and bank
reconciliation in [the cases](cases.md). `python -m scripts.documentation.made` generates this page.

| label | meaning |
|---|---|
| <span class="tag good">Reconciled, proved</span> | `matched`: every row and both balances agree, and every outstanding item is proved |
| <span class="tag calm">Ties with the bank</span> | `partial`: only timing differences remain; the next statement will prove them |
| <span class="tag bad">Differs</span> | `mismatched`: there are definite differences, and all are listed |
| <span class="tag warn">Needs attention</span> | `partial`: something was not read, or needs a user's decision |
| <span class="tag warn">Not compared</span> | `unverifiable`: nothing could be compared |

## Statement pages
The pages of the four statements of `make demo`: [a clean month](cases.md#1-clean-month),
[an outstanding cheque](cases.md#2-outstanding-cheque-at-the-period-end), a card with [transposed digits](cases.md#10-transposed-digits)
and an unrecorded fee, and an account that is not in the books.

"""
PHONE, DARK = "(max-width: 600px)", "(prefers-color-scheme: dark)"
PICTURES = (
    ("demo-checking-2026-01", "January agrees with the books: reconciled, proved"),
    ("demo-checking-2026-02", "February ties with the bank: one cheque is outstanding"),
    ("demo-card-2026-01", "The card differs: an amount, an unrecorded fee, an entry that is not on the statement"),
    ("demo-savings-2026-q1", "No account fits the savings statement: nothing was compared"),
)
CASES = """\
## All cases

| case | answer |
|---|---|
"""


def page() -> str:
    cases = json.loads((HERE / "cases.json").read_text(encoding="utf-8"))
    shown = "".join(
        f'<figure markdown="span">\n{picture(name, says)}\n<figcaption>{says}</figcaption>\n</figure>\n\n' for name, says in PICTURES
    )
    return f"{INTRODUCTION}{shown}{CASES}" + "".join(map(_row, cases))


def picture(name: str, says: str) -> str:
    """Return a screenshot with variants for phones and dark mode."""
    shapes = {f"{PHONE} and {DARK}": "-narrow-dark", PHONE: "-narrow", DARK: "-dark"}
    sources = "".join(f'<source media="{media}" srcset="images/{name}{shape}.png">' for media, shape in shapes.items())
    return f'<picture>{sources}<img src="images/{name}.png" alt="{html.escape(says)}" loading="lazy"></picture>'


def _row(case: Json) -> str:
    heading = f"{case['number']}. {case['title']}"
    title = f"[{heading}](cases.md#{anchor(heading)})"
    headlines = dict.fromkeys(headline_of_statement(answer) for variant in case["variants"] for answer in answers_of(variant))
    sentences = "<br>".join(map(_said, headlines))
    return f"| {title} | {sentences} |\n"


def _said(headline: Headline) -> str:
    more = headline.sentence.removeprefix(f"{headline.tag}.").strip()
    return f'<span class="tag {headline.tone}">{headline.tag}</span> {more}'.rstrip()


def anchor(heading: str) -> str:
    """Return the anchor of a heading on the site."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())
