"""The page of one statement in the layout of accountants: the bank reconciliation as a sum, then the rows in the order of the work."""
