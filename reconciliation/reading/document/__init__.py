"""What a document says as a whole: whose it is, of which days, in which currency, on how many pages."""
