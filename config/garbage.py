"""How often Python looks for garbage: seldom, since starting makes many objects and lets go of few."""

import gc

OBJECTS = 50_000
"""Objects made and not yet let go, after which the youngest are looked at."""

gc.set_threshold(OBJECTS, 10, 10)
