"""docs/reference/reasons.md: every reason of a verdict and every error of an import, in the product's own words."""

from collections.abc import Iterable

from reconciliation.documents.unreadable import MESSAGES
from reconciliation.presentation.labels.processing import ADVICE, OTHERS
from reconciliation.presentation.labels.verdicts import REASONS

INTRODUCTION = """\
# Reasons and errors

The codes are those of the [JSON](verdict.md); the words are the product's own (`python -m scripts.documentation.made` writes this
page from them anew). How to read them together: [reading the answer](../guides/answers.md).

## Reasons of a verdict
The weightiest first: of several, the first here gives a page its sentence.

| code | it says | what to do |
|---|---|---|
"""
ERRORS = """
## Errors of an import
An import that failed has no verdict. `%(...)s` stands for a figure of the document or a limit of this installation.

| code | it says | what to do |
|---|---|---|
"""


def page() -> str:
    reasons = _rows((code, str(reason.says), str(reason.advice)) for code, reason in REASONS.items())
    said = {code: str(words) for code, words in (MESSAGES | OTHERS).items()}
    errors = _rows((code, words, str(ADVICE.get(code, ""))) for code, words in said.items())
    return f"{INTRODUCTION}{reasons}{ERRORS}{errors}"


def _rows(told: Iterable[tuple[str, str, str]]) -> str:
    return "".join(f"| `{code}` | {says} | {advice} |\n" for code, says, advice in told)
