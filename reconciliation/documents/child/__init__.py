"""The code of the child that parses: the standard library and the PDF engines, no Django, no project settings."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is loaded, which starts threads otherwise: the child may start none
