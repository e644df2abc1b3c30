"""Opening what a stranger sent: bytes to pages of positioned words, always in a child process."""
