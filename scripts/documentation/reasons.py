"""docs/reference/reasons.md: every reason of a verdict and every error of an import, as the product displays them."""

from collections.abc import Iterable

from reconciliation.documents.unreadable import MESSAGES
from reconciliation.presentation.labels.processing import ADVICE, OTHERS
from reconciliation.presentation.labels.verdicts import REASONS

INTRODUCTION = """\
# Reasons and errors

The codes appear in the [JSON](verdict.md), the texts on the pages (`python -m scripts.documentation.made` generates this page).
[Reading the answer](../guides/answers.md) explains how to use them.

## Reasons of a verdict
In order of precedence: if several apply, the page shows the first.

| code | message | advice |
|---|---|---|
"""
ERRORS = """
## Errors of an import
A failed import has no verdict. `%(...)s` is a figure of the document or a limit of the installation.

| code | message | advice |
|---|---|---|
"""


def page() -> str:
    reasons = _rows((code, str(reason.says), str(reason.advice)) for code, reason in REASONS.items())
    sentences = {code: str(words) for code, words in (MESSAGES | OTHERS).items()}
    errors = _rows((code, words, str(ADVICE.get(code, ""))) for code, words in sentences.items())
    return f"{INTRODUCTION}{reasons}{ERRORS}{errors}"


def _rows(texts: Iterable[tuple[str, str, str]]) -> str:
    return "".join(f"| `{code}` | {says} | {advice} |\n" for code, says, advice in texts)
