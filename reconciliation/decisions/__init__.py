"""A person's decisions: recorded, verified again at once, withdrawn; one that cannot be applied is refused and leaves no trace."""
