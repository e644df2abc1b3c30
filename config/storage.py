"""Storage of documents: on a disk, or in a bucket of any server that speaks S3. They are sealed before they come here."""

from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

DISK = {
    "BACKEND": "django.core.files.storage.FileSystemStorage",
    "OPTIONS": {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700},  # statements are private
}
FORM = "s3://key:secret@bucket/folder?endpoint=https://s3.example.com&region=eu-central-1"


def documents_storage(url: str) -> dict[str, Any]:
    """Return the entry of Django's STORAGES. Without a key, boto3 looks in its usual places: the environment, or the machine's own role."""
    if not url:
        return DISK
    try:
        parts = urlsplit(url)
        options = {name: values[-1] for name, values in parse_qs(parts.query, strict_parsing=bool(parts.query)).items()}
    except ValueError:
        raise _unreadable() from None
    if parts.scheme != "s3" or not parts.hostname or not set(options) <= {"endpoint", "region"}:
        raise _unreadable()
    return {
        "BACKEND": "config.bucket.Bucket",
        "OPTIONS": {
            "bucket_name": parts.hostname,
            "location": parts.path.strip("/"),
            "access_key": unquote(parts.username) if parts.username else None,
            "secret_key": unquote(parts.password) if parts.password else None,
            "endpoint_url": options.get("endpoint"),
            "region_name": options.get("region"),
            "default_acl": None,  # the bucket decides, and must be private
        },
    }


def _unreadable() -> ImproperlyConfigured:
    """Return an error without the address itself, which holds a secret."""
    return ImproperlyConfigured(f"STORAGE_URL cannot be read. Its form is {FORM}, with what is special percent-encoded.")
