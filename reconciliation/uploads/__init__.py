"""Services for uploads: receive, unlock, process again, cancel, assign an account, notify about a finished batch."""
