"""Real statements, books that agree with them, and one thing changed."""
