"""Extraction: if the reader cannot prove a statement, a model points at what is printed, and code reads what it pointed at.

schema.py: what a model may answer: lines, and what is printed on them, never a value of its own. lines.py: what it is shown, in chunks of
whole pages, and whether a map of the columns or the rows costs less. locate.py: looks up on the page what it points at, row by row or by a
map. located_rows.py: puts the located rows in place of the scan's rows, for the reader's own gate.
calls.py: the calls, counted; extraction.py: the whole, and the single answer to a wrong sum; select.py: the choice between two
readings.
"""
