"""One pass over the rows: which are entries, which balances and totals, which only text."""
