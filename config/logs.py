"""Format and content of log lines: no words of a document, no figures and no secrets, also in lines of other packages.

Each line has its context (structlog's): the request's id, the task, the import. `LOG_FORMAT=json` makes it one JSON object."""

import logging
from collections.abc import Sequence
from traceback import StackSummary, format_list, walk_tb
from typing import Any

import structlog
from structlog.types import EventDict, Processor

ALIVE, READY, METRICS = "/healthz", "/readyz", "/metrics"
ASKED_BY_MACHINES = frozenset({ALIVE, READY, METRICS})


FORMATS = ("plain", "json")
OWN = frozenset({"assistant", "config", "finance", "people", "reconciliation"})


class Discreet(logging.Filter):
    """Removes outside data from lines of Django, Celery and Python: an address, which may contain an invitation, and the message of an
    error, which may quote its input. The error's type and traceback stay."""

    def filter(self, record: logging.LogRecord) -> bool:
        request: Any = getattr(record, "request", None)
        if isinstance(record.args, tuple) and request is not None and hasattr(request, "path"):
            record.args = tuple(route(request) if argument == request.path else argument for argument in record.args)
        if isinstance(record.args, dict) and "exc" in record.args:
            raised: Any = record.exc_info
            kind = _name(raised[0]) if isinstance(raised, tuple) and raised[0] else "an error"
            record.args = {**record.args, "exc": kind, "traceback": ""}
        return True


class OwnDetails(logging.Filter):
    """Drops other packages' lines below INFO: at DEBUG they write addresses, headers and bodies of requests."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno >= logging.INFO or record.name.partition(".")[0] in OWN


def without_words(_logger: Any, _method: str, line: EventDict) -> EventDict:
    """Replace an error by its type, the types of its causes, and their tracebacks."""
    raised = line.pop("exc_info", None)
    if isinstance(raised, tuple) and raised[1] is not None:
        line["exception"] = "\n".join(_lines(raised[1]))
    return line


def _lines(error: BaseException) -> Sequence[str]:
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    way = format_list(StackSummary.extract(walk_tb(error.__traceback__), lookup_lines=True))
    return [*(_lines(cause) if cause else ()), "".join(way) + _name(type(error))]


def _name(kind: type[BaseException]) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def logging_config(style: str, level: str) -> dict[str, Any]:
    """Return the configuration of Django's LOGGING and of gunicorn: all lines have one format. `style` is one of FORMATS."""
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso"),
        without_words,
    ]
    as_json, as_text = structlog.processors.JSONRenderer(), structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0)
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"discreet": {"()": Discreet}, "own_details": {"()": OwnDetails}},
        "formatters": {
            style: {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": before,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, as_json if style == "json" else as_text],
            }
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": style, "filters": ["own_details", "discreet"]}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "gunicorn.error": {"propagate": True, "handlers": []},
            "config.middleware": {"level": level if style == "json" else "WARNING"},  # a line for each request is for machines
            # The SDK of tool servers quotes what a server answered; its failures are sentences of our own.
            **{key: {"level": "CRITICAL"} for key in ("client", "mcp.client", "mcp.shared")},
        },
    }


def route(request: Any) -> str:
    """Return the name of the requested page, never its address."""
    match = getattr(request, "resolver_match", None)
    if match is not None:
        return str(match.view_name or match.route)
    return request.path.strip("/") if request.path in ASKED_BY_MACHINES else "unknown"
