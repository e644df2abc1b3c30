"""Where the reader cannot prove a statement: a model points at what is printed, and code reads what it pointed at.

shapes.py      what a model may answer: lines, and what is printed on them, never a value of its own
lines.py       what it is shown, in chunks of whole pages; costs.py: a map of the columns or the rows, whichever costs less
pointing.py    each thing that it points at, looked up on the page; columns.py: the same for all rows of a map
telling.py     what was found so takes the place of the scan's rows, and the reader's own gate judges it
asking.py      the calls, counted; correction.py: the one answer to a sum that is wrong
extraction.py  the whole, top to bottom; choosing.py: which of two readings counts
"""
