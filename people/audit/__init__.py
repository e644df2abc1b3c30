"""The append-only audit log: acts with person, time and address, each entry chained to the one before it by its hash."""
