"""What every answer has in common."""
