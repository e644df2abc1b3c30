"""The wire protocols. Each turns a Request into a body and a Reply into a Turn; none of them opens a connection."""
