"""A llama.cpp server on a port of this machine: `python llama.py WEIGHTS PORT`.

It ends when its standard input does, so that it never outlives the tests."""

import sys

import xllamacpp

CONTEXT = 8192
LONGEST_ANSWER = 300  # tokens: a small model that is held to a schema may never find its end


def main() -> None:
    weights, port = sys.argv[1:]
    settings = xllamacpp.CommonParams()
    settings.model.path = weights
    settings.port = int(port)
    settings.n_ctx = CONTEXT
    settings.n_predict = LONGEST_ANSWER
    settings.n_parallel = 1
    server = xllamacpp.Server(settings)
    print(f"listening on {server.listening_address}", flush=True)  # noqa: T201
    sys.stdin.read()


if __name__ == "__main__":
    main()
