"""A person's decisions: recorded, verified again at once, withdrawn; what cannot be applied is refused and leaves no trace."""
