"""The law of verdicts read by brute force, beside the verifier: nothing in `case` to `verdict` imports anything of the product."""
