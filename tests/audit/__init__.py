"""The audit log: what it holds, that it stays, and that tampering is found."""
