"""The proof of one statement as a file, so that anyone with the file, the PDF and the books can check it without Tieout.

write, extract    the file, from a statement and its stored answer
form              its canonical bytes, its digest, and the parsing of a foreign one
signing           the installation's signature of the digest
check             the file against itself, its document and its ledger: no Django, no database, nothing shared with the verifier
docs/proof.md     the format for other programs; docs/proof.schema.json for validators"""
