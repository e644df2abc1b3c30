"""The queue of files: a reader sees a new message completely or not at all."""

import threading
from pathlib import Path

import pytest
from kombu import Connection, Exchange, Queue
from kombu.exceptions import OperationalError

from config.celery import SCHEME
from tests.deployment.processes import PATIENCE

pytestmark = pytest.mark.database
MESSAGES, LOOKERS = 200, 3
LONG = "x" * 200_000
NAME = "whole"  # bound by no other test: a process remembers bound names across folders
QUEUE = Queue(NAME, Exchange(NAME), routing_key=NAME)


def connection(folder: Path) -> Connection:
    options = {name: str(folder / "waiting") for name in ("data_folder_in", "data_folder_out")}
    options["control_folder"] = str(folder / "control")
    return Connection(f"{SCHEME}://localhost", transport_options=options)


def test_every_message_arrives_whole_and_once_however_often_is_looked_for_it(tmp_path: Path) -> None:
    (tmp_path / "waiting").mkdir()
    arrived: list[int] = []
    torn: list[Exception] = []
    done = threading.Event()

    def look() -> None:
        with connection(tmp_path) as here, here.channel() as channel:
            bound = QUEUE(channel)
            bound.declare()
            while True:
                all_put = done.is_set()
                try:
                    message = bound.get(no_ack=True)
                except (ValueError, OperationalError) as error:
                    torn.append(error)
                    return
                if message is not None:
                    arrived.append(message.payload["number"])
                elif all_put:
                    return

    with connection(tmp_path) as here:
        QUEUE(here.channel()).declare()
        lookers = [threading.Thread(target=look) for _ in range(LOOKERS)]
        for looker in lookers:
            looker.start()
        with here.Producer() as producer:
            for number in range(MESSAGES):
                producer.publish({"number": number, "text": LONG}, exchange=QUEUE.exchange, routing_key=NAME)
        done.set()
        for looker in lookers:
            looker.join(timeout=PATIENCE)

    assert torn == []
    assert sorted(arrived) == list(range(MESSAGES))
    assert list((tmp_path / "waiting").iterdir()) == []
