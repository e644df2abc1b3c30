"""The proof of one statement as a file: what it rests on, so that whoever holds it, the PDF and the books can check it without Tieout.

write, extract    the file, from a statement and its stored answer
form              how it is made into bytes, its digest, and how one from outside is read
signing           the installation's signature under the digest
check             the file against itself, its document and its ledger: no Django, no database, nothing of what said the verdict
as_pdf            the same on paper, made from the file alone
docs/proof.md     says it to other programs; docs/proof.schema.json says it to validators
"""
