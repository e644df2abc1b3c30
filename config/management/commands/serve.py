"""The whole product from one command: the web server, the worker and the sweep."""

import argparse
import signal
import socket
import sys
from contextlib import closing
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command

from config.supervision import SupervisedProcess, Supervisor


class Command(BaseCommand):
    help = "Serve the pages and process what is uploaded, until Ctrl-C."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        refuse_taken_port(host, port)
        call_command("migrate", verbosity=0)
        supervisor = Supervisor([web(host, port), worker(), beat()], say=self.stderr.write)
        supervisor.heed_signals()  # before the line that says how to end it
        self.stdout.write(f"Tieout is on http://{host}:{port} (Ctrl-C ends it)")
        self.stdout.flush()
        sys.exit(supervisor.run())


def refuse_taken_port(host: str, port: int) -> None:
    with closing(socket.socket()) as taker:
        taker.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taker.bind((host, port))
        except OSError as error:
            raise CommandError(f"Cannot listen on {host}:{port} ({error.strerror}). Choose another with --port.") from error


def web(host: str, port: int) -> SupervisedProcess:
    command = [sys.executable, "-m", "gunicorn", "--config", "python:config.gunicorn", "config.wsgi", "--bind", f"{host}:{port}"]
    return SupervisedProcess(
        "web server", [*command, "--worker-class", "gthread", "--threads", "8", "--log-level", "warning", "--graceful-timeout", "5"]
    )


def worker() -> SupervisedProcess:
    """Return the worker, with threads, so that there is one process to end; each document is opened in a child process anyway.

    Sending webhooks takes at most one of the threads."""
    command = [
        sys.executable,
        "-m",
        "celery",
        "--quiet",
        "-A",
        "config",
        "worker",
        "--pool",
        "threads",
        "--concurrency",
        "3",
        "--loglevel",
        "WARNING",
    ]
    quiet = [] if settings.REDIS_URL else ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    return SupervisedProcess("worker", [*command, *quiet], ends_on=signal.SIGQUIT)


def beat() -> SupervisedProcess:
    """Return the sweep, without a pid file: one left behind by a kill would keep it from starting."""
    return SupervisedProcess(
        "sweep", [sys.executable, "-m", "celery", "--quiet", "-A", "config", "beat", "--pidfile=", "--loglevel", "WARNING"]
    )
