"""Sentences of the facts of an examination, with moments and figures in the reader's format."""

import datetime as dt
from dataclasses import replace

from people.formats import written_moment
from reconciliation.examining.facts import DocumentFact
from reconciliation.presentation.formats import figure

WRITTEN = "%Y-%m-%d %H:%M UTC"
"""The form in which an examination stores a moment."""


def fact_in_words(fact: DocumentFact) -> str:
    """Return the sentence of a fact for a page or a report."""
    return replace(fact, params={name: _shown(name, value) for name, value in fact.params.items()}).sentence


def _shown(name: str, value: str) -> str:
    if name == "difference":
        return figure(value)
    try:
        return written_moment(dt.datetime.strptime(value, WRITTEN).replace(tzinfo=dt.UTC))
    except ValueError:
        return value
