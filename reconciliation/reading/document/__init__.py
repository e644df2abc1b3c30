"""The statements of a document as a whole: whose it is, of which days, in which currency, on how many pages."""
