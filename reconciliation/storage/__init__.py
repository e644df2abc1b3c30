"""Stored documents: files on disk or in a bucket, sealed with the key of their organization."""
