"""Statements that a bank gives as files for programs: CAMT.053, MT940, OFX, QIF and tables, read into the same values as a PDF."""
