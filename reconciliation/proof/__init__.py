"""The proof of one statement as a file, so that anyone with the file, the PDF and the books can check it without Tieout.

write      the file, from a statement, its stored answer and its part of the ledger
form       its canonical bytes, its digest and the installation's signature, and the parsing of a foreign one
check      the file against itself, its document and its ledger: no Django, no database, nothing shared with the verifier
docs/proof.md     the format for other programs; docs/proof.schema.json for validators"""
