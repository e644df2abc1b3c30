"""What is booked in each account, month by month: kept by the database with every write, read by balances, checked by a command."""
