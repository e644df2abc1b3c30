"""A model's server that ends says so at once, with its signal or exit code and its last lines."""

import sys

import pytest

from tests.deployment.processes import free_port
from tests.local_model.server import LAST_LINES, ServerEnded, started

NOWHERE = "http://127.0.0.1:1/health"
SILENT_UNTIL_THE_END = "import sys; sys.stdin.read()"


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def ended(code: str) -> str:
    """The message for a server that runs this code. Nothing but its end makes the waiting end."""
    with pytest.raises(ServerEnded) as refused, started(python(code), NOWHERE, seconds=float("inf")):
        pass
    return str(refused.value)


def test_a_server_that_exits_at_once_is_reported_with_its_exit_code_and_output() -> None:
    message = ended("import sys; print('loading'); sys.stdout.flush(); sys.exit('no weights')")

    assert message == "the model's server ended with exit code 1; its last lines:\nloading\nno weights\n"


@pytest.mark.parametrize(
    ("signal", "words"),
    [
        ("SIGILL", "was ended by SIGILL (it uses an instruction that this processor lacks)"),
        ("SIGKILL", "was ended by SIGKILL"),
    ],
)
def test_a_server_that_a_signal_ends_is_named_with_the_signal(signal: str, words: str) -> None:
    no_core_file = "import os, resource, signal; resource.setrlimit(resource.RLIMIT_CORE, (0, 0))"

    assert ended(f"{no_core_file}; os.kill(os.getpid(), signal.{signal})") == f"the model's server {words}; it wrote nothing"


def test_a_server_that_wrote_much_is_quoted_by_its_last_lines() -> None:
    _, _, quoted = ended("[print(number) for number in range(1000)]; raise SystemExit(3)").partition("\n")

    assert quoted.split() == [str(number) for number in range(1000 - LAST_LINES, 1000)]


def test_a_server_that_runs_and_never_answers_is_given_up() -> None:
    with pytest.raises(TimeoutError, match="did not answer within 0 s"), started(python(SILENT_UNTIL_THE_END), NOWHERE, seconds=0):
        pass


def test_a_server_that_answers_runs_until_the_end_of_the_block() -> None:
    port = free_port()
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    with started(command, f"http://127.0.0.1:{port}/") as server:
        server.require_running()

    assert server.process.returncode is not None


def killed_while_used() -> None:
    port = free_port()
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    with started(command, f"http://127.0.0.1:{port}/") as server:
        server.process.kill()
        server.process.wait()


def test_a_server_that_ends_while_it_is_used_is_named() -> None:
    with pytest.raises(ServerEnded, match="was ended by SIGKILL"):
        killed_while_used()
