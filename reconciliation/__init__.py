"""From an uploaded PDF to a reviewed decision; read the modules in this order.

views, admin, commands   edges: translate, and make one call inward
services                 receive, retry, decide: one call an edge, one transaction each
tasks                    process_pdf and the sweep: load, call
processor                PdfProcessor: open, read, analyse, reconcile, verify, then keep or extract
documents/               bytes to pages of positioned words, in a child process
reading/                 words to a Reading with its integrity gate; no ledger, no model
tools, builtin           what a model may look up, and the provider that needs no model
matching, verification   lines against transactions, and the only place that says `matched`
"""
