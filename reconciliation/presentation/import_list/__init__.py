"""The list of imports: which are shown, in which order, and one page of them."""
