"""The conversation with a provider as values: instructions, handles, visible ledger, proposal; and the built-in provider."""
