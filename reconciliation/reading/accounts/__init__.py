"""What was seen, parted into accounts of one period each."""
