"""`make bench`: how fast and how right this reader is, beside what others offer, on the same files in the same run."""
