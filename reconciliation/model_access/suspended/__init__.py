"""Suspended requests: a run parks its request and ends; the model worker sends it, and the run is resumed."""
