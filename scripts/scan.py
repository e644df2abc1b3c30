"""`make scan`: attackers from PyPI at a server of this machine, as it runs in production, signed in and not; nothing leaves the machine.

wapiti crawls and attacks pages and forms, schemathesis sends every address all sorts of values. It fails on any answer of 500 and
more, and on any finding that is high; all other messages are printed. `SCAN_SECONDS` bounds each of the three.
"""

import datetime as dt
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

PROJECT = Path(__file__).resolve().parents[1]
WAPITI, SCHEMATHESIS = PROJECT / ".venv-scan/bin/wapiti", Path(sys.executable).with_name("schemathesis")
SECONDS = int(os.environ.get("SCAN_SECONDS", "180"))
HIGH = 3  # of wapiti's levels, 1 to 4
MODULES = (
    "xss,permanentxss,sql,timesql,exec,file,redirect,crlf,csrf,cookieflags,http_headers,csp,ssrf,upload,xxe,backup,methods,htaccess,ldap"
)
PATIENCE = 60.0
CSRF = "a" * 32
SIGN_IN = """
from django.contrib.auth.models import User
from django.test import Client
browser = Client()
browser.force_login(User.objects.get(username="demo"))
print(browser.cookies["sessionid"].value)
"""


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="tieout-scan-") as name, outside() as (elsewhere, reached):
        folder = Path(name)
        environment, session = installation(folder)
        with served(folder, environment) as address:
            findings = attacked(address, folder / "in", elsewhere, "--cookie-value", f"sessionid={session}")
            findings += attacked(address, folder / "out", elsewhere)
            refused = fuzzed(address, folder, environment, session)
        errors = Counter(line for line in (folder / "access.log").read_text().splitlines() if line.startswith("5"))
        answers = Counter(line[:1] + "xx" for line in (folder / "access.log").read_text().splitlines())
    for finding, times in Counter(f"{text} (level {level})" for level, text in findings).most_common():
        print(f"{times:5}  {finding}")
    print("answers:", ", ".join(f"{kind} {times}" for kind, times in sorted(answers.items())))
    faults = [f"answered {line} ({times} times)" for line, times in errors.items()]
    faults += [f"high: {text}" for level, text in findings if level >= HIGH]
    faults += [f"the server asked {path} of a stranger" for path in reached]
    faults += refused
    print("\n".join(f"FAILED {fault}" for fault in faults) or "no answer of 500 and more, and no high finding")
    return 1 if faults else 0


def installation(folder: Path) -> tuple[dict[str, str], str]:
    """Yield the sample books, their owner's session, and the settings of production."""
    own = {"ENV_FILE": os.devnull, "DATA_DIR": str(folder), "MEDIA_ROOT": str(folder / "media"), "STATIC_ROOT": str(folder / "static")}
    laptop = os.environ | own | {"DATABASE_URL": "", "REDIS_URL": "", "PRODUCTION": "false", "LOG_LEVEL": "ERROR"}
    manage(laptop, "migrate", "--verbosity", "0")
    manage(laptop, "load_demo")
    session = manage(laptop, "shell", "-c", SIGN_IN).split()[-1]
    secrets = {"SECRET_KEY": (folder / "secret_key").read_text(), "ENCRYPTION_KEYS": (folder / "encryption_key").read_text()}
    production = laptop | secrets | {"PRODUCTION": "true", "ALLOWED_HOSTS": "127.0.0.1", "LOG_LEVEL": "CRITICAL"}
    manage(production, "collectstatic", "--no-input", "--verbosity", "0")
    return production, session


def manage(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=PROJECT, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout  # nosec B603  # ours


@contextmanager
def served(folder: Path, environment: dict[str, str]) -> Iterator[str]:
    """Yield the address of the web server, over HTTPS as in production."""
    with closing(socket.socket()) as taker:
        taker.bind(("127.0.0.1", 0))
        port = taker.getsockname()[1]
    certificate(folder)
    log = ["--access-logfile", str(folder / "access.log"), "--access-logformat", "%(s)s %(m)s %(U)s", "--log-level", "critical"]
    tls = ["--certfile", str(folder / "certificate.pem"), "--keyfile", str(folder / "key.pem")]
    web = ["-m", "gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{port}", "--worker-class", "gthread", "--threads", "8", *tls, *log]
    server = subprocess.Popen([sys.executable, *web], cwd=PROJECT, env=environment, stderr=subprocess.DEVNULL)  # nosec B603  # our own command
    try:
        answering(port)
        yield f"https://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(30)


def answering(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with closing(socket.create_connection(("127.0.0.1", port), timeout=5)):
                return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def certificate(folder: Path) -> None:
    """Write a self-signed certificate for one day: the attackers do not check it."""
    key, now = ec.generate_private_key(ec.SECP256R1()), dt.datetime.now(dt.UTC)
    named = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    made = x509.CertificateBuilder().subject_name(named).issuer_name(named).public_key(key.public_key()).serial_number(1)
    itself = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    dated = made.not_valid_before(now).not_valid_after(now + dt.timedelta(days=1)).add_extension(itself, critical=False)
    signed = dated.sign(key, hashes.SHA256())
    form = serialization.Encoding.PEM
    (folder / "certificate.pem").write_bytes(signed.public_bytes(form))
    (folder / "key.pem").write_bytes(key.private_bytes(form, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))


@contextmanager
def outside() -> Iterator[tuple[str, list[str]]]:
    """Serve an address that only a server with a forged destination would ask, and record the requests."""
    reached: list[str] = []

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if "get_" not in self.path:  # wapiti's own question about the requests
                reached.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_: Any) -> None:
            """Write nothing: the requests are recorded."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/", reached
        server.shutdown()


def attacked(address: str, folder: Path, elsewhere: str, *who: str) -> list[tuple[int, str]]:
    """Return wapiti's findings, each with its level."""
    report = folder / "report.json"
    for place in ("session", "settings"):
        (folder / place).mkdir(parents=True)
    attack = SECONDS // 2 // (MODULES.count(",") + 1) or 1
    command = [str(WAPITI), "--url", f"{address}/", "--scope", "folder", "--module", MODULES, *who, "--endpoint", elsewhere]
    command += ["--dns-endpoint", "localhost", "--max-scan-time", str(SECONDS // 2), "--max-attack-time", str(attack), "--tasks", "4"]
    command += ["--timeout", "20", "--no-bugreport", "--store-session", str(folder / "session"), "--store-config", str(folder / "settings")]
    for ends in ("sign-out", "security/sessions", "samples/throw-away", "admin/logout"):
        command += ["--exclude", f"{address}/{ends}/"]
    command += ["--format", "json", "--output", str(report)]
    print("wapiti", *who[:1], flush=True)
    done = subprocess.run(  # nosec B603  # the tool of the group `scan`
        command, check=False, timeout=4 * SECONDS, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if not report.exists():
        return [(HIGH, f"wapiti did not come to its end: {done.stdout[-2000:]}")]
    answer = json.loads(report.read_text())
    print(f"  {answer['infos'].get('crawled_pages_nbr', 0)} pages", flush=True)
    findings = [(int(entry["level"]), f"{name}: {entry['info']}") for name, ones in answer["vulnerabilities"].items() for entry in ones]
    return findings + [
        (HIGH, f"{name}: {entry['path']}") for name, ones in answer["anomalies"].items() for entry in ones if "Server Error" in name
    ]


def fuzzed(address: str, folder: Path, environment: dict[str, str], session: str) -> list[str]:
    """Return a sentence for each error of the server that schemathesis found; pages are not checked for anything else."""
    made = subprocess.run([sys.executable, "-m", "scripts.scan_schema"], cwd=PROJECT, env=environment, check=True, stdout=subprocess.PIPE)  # nosec B603  # ours
    (folder / "schema.json").write_bytes(made.stdout)
    headers = {"Cookie": f"sessionid={session}; csrftoken={CSRF}", "X-CSRFToken": CSRF, "Referer": f"{address}/"}
    command = [
        str(SCHEMATHESIS),
        "run",
        str(folder / "schema.json"),
        "--url",
        address,
        "--checks",
        "not_a_server_error",
        "--tls-verify",
        "false",
    ]
    command += [
        "--phases",
        "coverage,fuzzing",
        "--max-examples",
        "20",
        "--workers",
        "2",
        "--seed",
        "1",
        "--max-time",
        str(SECONDS),
        "--no-color",
    ]
    for name, value in headers.items():
        command += ["--header", f"{name}: {value}"]
    print("schemathesis", flush=True)
    done = subprocess.run(command, cwd=folder, check=False, stdout=subprocess.PIPE, text=True, timeout=4 * SECONDS)  # nosec B603  # the tool of the group `fuzz`
    print("\n".join(f"  {line}" for line in done.stdout.splitlines()[-30:]), flush=True)
    return [] if done.returncode == 0 else ["schemathesis: see above"]


if __name__ == "__main__":
    sys.exit(main())
