"""Sources of statements."""
