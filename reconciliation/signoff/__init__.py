"""The status beside the verdict: a person's conclusion, and whether the books are still those it was based on."""
