"""Whatever is killed, cut off, full or late, an accepted upload ends in the one result that it would have had: `make test-faults`."""
