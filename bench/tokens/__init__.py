"""Tokens, calls and cost of a model's opinion on the sample statements, beside a loop that looks everything up."""
