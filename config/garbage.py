"""Thresholds of Python's garbage collection: rare, since starting makes many objects and frees few."""

import gc

OBJECTS = 50_000
"""Number of allocated objects that are not yet freed after which the youngest generation is collected."""

gc.set_threshold(OBJECTS, 10, 10)
