"""The life of stored data: retention periods, export, erasure, the inventory behind both, and encryption of old files."""
