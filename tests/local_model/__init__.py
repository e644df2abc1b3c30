"""`make test-local-model`: a real small model, asked on this machine. Not among the tests of every day: it takes minutes."""
