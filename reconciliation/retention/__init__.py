"""The life of stored data: retention periods, export, erasure, and the inventory behind both."""
