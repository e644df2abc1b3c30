"""What keeps the project in order; `make` calls these."""
