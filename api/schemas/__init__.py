"""Requests and responses. Unknown fields are null, never 0; amounts are decimal strings, signed from the holder's side; days are plain
dates, moments are UTC."""
