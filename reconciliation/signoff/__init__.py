"""The status beside the verdict: what a responsible person concluded, and whether the books still are what they concluded it of."""
