"""Extraction: if the reader cannot prove a statement, a model points at printed words, and code reads those.

lines.py: the lines that a model is shown, in chunks of whole pages, its answers (lines, and the words printed on them, never a value of
its own), and the choice of the cheaper of a map of the columns and the rows. locate.py: looks up its answers on the page, row
by row or by a map. located_rows.py: puts the located rows in place of the scan's rows, for the reader's own gate. calls.py: the calls,
counted; extraction.py: the whole, and the single answer to a wrong sum; select.py: the choice between two readings.
"""
