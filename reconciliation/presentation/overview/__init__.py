"""What several organizations, or one as a whole, come to: what waits for a person, what is covered, what it cost."""
