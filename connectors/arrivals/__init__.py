"""Ways in for statements."""
