"""Documents in a bucket, of a real server that speaks S3 (SeaweedFS)."""

import datetime as dt
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote

import boto3
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import storages
from django.test import override_settings
from django.utils import timezone

from config.storage import DISK, documents_storage
from reconciliation.storage import files
from tests.deployment.processes import PATIENCE, eventually
from tests.installations import Installation
from tests.preparing import prepared

BUCKET, KEY, SECRET = "papers", "tieout", "a secret/with+what is special"
OWNER = "owner"  # of the server, who makes the bucket; the product may use that bucket and make none
HERE = "127.0.0.1"
CONTENT = b"%PDF-1.4 what an organization sealed"


@dataclass(frozen=True, slots=True)
class Server:
    port: int

    def url(self, *, secret: str = SECRET, bucket: str = BUCKET) -> str:
        return f"s3://{KEY}:{quote(secret, safe='')}@{bucket}/kept?endpoint=http://{HERE}:{self.port}&region=us-east-1"

    def client(self) -> Any:
        """A client of the server's owner."""
        return boto3.client(
            "s3", endpoint_url=f"http://{HERE}:{self.port}", aws_access_key_id=OWNER, aws_secret_access_key=SECRET, region_name="us-east-1"
        )

    def contents(self) -> dict[str, bytes]:
        """Every object of the bucket, asked for by a client that is not the product's."""
        client = self.client()
        found = client.list_objects_v2(Bucket=BUCKET).get("Contents", [])
        return {each["Key"]: client.get_object(Bucket=BUCKET, Key=each["Key"])["Body"].read() for each in found}


def free_ports(number: int) -> list[int]:
    with ExitStack() as held:
        takers = [held.enter_context(closing(socket.socket())) for _ in range(number)]
        for taker in takers:
            taker.bind((HERE, 0))
        return [taker.getsockname()[1] for taker in takers]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("bucket")
    rights = {OWNER: ["Admin", "Read", "Write", "List"], KEY: [f"{right}:{BUCKET}" for right in ("Read", "Write", "List")]}
    identities = [
        {"name": name, "credentials": [{"accessKey": name, "secretKey": SECRET}], "actions": actions} for name, actions in rights.items()
    ]
    (folder / "who.json").write_text(json.dumps({"identities": identities}))
    master, master_grpc, volume, volume_grpc, filer, filer_grpc, s3, s3_grpc = free_ports(8)
    ports = [f"-master.port={master}", f"-master.port.grpc={master_grpc}", f"-volume.port={volume}", f"-volume.port.grpc={volume_grpc}"]
    ports += [f"-filer.port={filer}", f"-filer.port.grpc={filer_grpc}", f"-s3.port={s3}", f"-s3.port.grpc={s3_grpc}"]
    kept = [
        f"-dir={folder}",
        "-master.volumeSizeLimitMB=64",
        "-volume.max=4",
        "-s3",
        "-s3.port.iceberg=0",
        "-s3.port.lance=0",
        f"-s3.config={folder / 'who.json'}",
    ]
    command = [str(Path(sys.executable).parent / "weed"), "server", f"-ip={HERE}", f"-ip.bind={HERE}", *kept, *ports]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        eventually(lambda: answers(s3), "the server answers")
        Server(s3).client().create_bucket(Bucket=BUCKET)
        yield Server(s3)
    finally:
        process.kill()  # there is nothing to keep
        process.wait()


def answers(port: int) -> bool:
    with suppress(OSError), closing(HTTPConnection(HERE, port, timeout=PATIENCE)) as connection:
        connection.request("GET", "/")
        return connection.getresponse().status == 403
    return False


@pytest.fixture
def _stored_there(server: Server) -> Iterator[None]:
    with override_settings(STORAGES={**storages.backends, "default": documents_storage(server.url())}):
        yield


@pytest.mark.usefixtures("_stored_there")
def test_a_document_is_stored_read_and_deleted_in_the_bucket() -> None:
    name = files.new_name()
    files.keep(name, CONTENT)

    assert files.fetch(name) == CONTENT
    assert any(name in names for names in files.stored())
    assert files.is_older(name, than=timezone.now() + dt.timedelta(minutes=1))
    assert not files.is_older(name, than=timezone.now() - dt.timedelta(minutes=1))

    files.discard(name)
    files.discard(name)
    assert not any(name in names for names in files.stored())
    with pytest.raises(FileNotFoundError):
        files.fetch(name)


@pytest.mark.usefixtures("_stored_there")
def test_a_bucket_that_can_be_written_to_is_left_as_it_was(server: Server) -> None:
    before = server.contents()

    assert files.is_writable()
    assert server.contents() == before


@pytest.mark.parametrize("wrong", [{"secret": "another"}, {"bucket": "nobodys"}])
def test_a_bucket_that_refuses_fails_as_a_disk_does(server: Server, wrong: dict[str, str]) -> None:
    with (
        override_settings(STORAGES={**storages.backends, "default": documents_storage(server.url(**wrong))}),
        pytest.raises(OSError, match="the bucket does not do what was asked"),
    ):
        files.is_writable()


def test_a_bucket_that_is_away_fails_as_a_disk_does() -> None:
    (port,) = free_ports(1)
    with (
        override_settings(STORAGES={**storages.backends, "default": documents_storage(Server(port).url())}),
        pytest.raises(OSError, match="the bucket does not do what was asked"),
    ):
        files.is_writable()


def test_an_upload_is_sealed_before_it_leaves_and_a_worker_proves_it_from_there(server: Server, tmp_path: Path) -> None:
    with prepared(Installation(tmp_path, STORAGE_URL=server.url())) as installation:
        installation.upload()
        ((name, kept),) = server.contents().items()
        assert name.startswith("kept/documents/")
        assert name.endswith(".sealed")
        assert b"%PDF" not in kept
        assert not (tmp_path / "media").exists()

        installation.worker()
        eventually(lambda: installation.verdicts() == ["matched"], "the worker processes the upload")


def test_without_an_address_documents_are_on_the_disk() -> None:
    assert documents_storage("") == DISK


@pytest.mark.parametrize("url", ["https://bucket", "s3://", "s3://bucket?endpont=http://x", "s3://user:SECRET@[bucket", "s3://b?SECRET"])
def test_an_unreadable_address_is_refused_without_being_shown(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="STORAGE_URL cannot be read") as refused:
        documents_storage(url)

    assert "SECRET" not in str(refused.value)
