"""Checks of a proof, each independent: its seal, its document, its rows, its sums, its books, and the law of verdicts."""
