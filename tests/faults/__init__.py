"""Under any fault of processes, connections, disks and clocks an accepted upload ends in the same result: `make test-faults`."""
