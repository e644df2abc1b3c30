"""From an uploaded PDF to a reviewed decision; read the modules in this order.

views/, admin, commands   edges: translate, and make one call inward (words/ and working_paper/ say what they show)
services                  receive, retry, decide: one call an edge, one transaction each
queueing/, tasks          work that is owed, the ring for it, and who may work on it
processor, stages         PdfProcessor: open, read, analyse, reconcile, verify, then keep or extract
documents/                bytes to pages of positioned words, in a child process
reading/                  words to a Reading with its integrity gate; no ledger, no model
proposing/                the loop: tools for what a model may look up, builtin for the provider that needs no model
matching/, verification/  lines against transactions, and the only place that says `matched`
weighing/                 all statements of an account weighed together; evidence, matches, runs and answers stored
"""
