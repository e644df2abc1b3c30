"""What forbids a proof, whatever the sums say."""
