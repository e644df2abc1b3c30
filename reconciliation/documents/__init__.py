"""Opening of untrusted documents: bytes to pages of positioned words, always in a child process."""
