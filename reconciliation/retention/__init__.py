"""The life of stored data: retention periods, export, erasure, the inventory that both rest on, and sealing of old files."""
