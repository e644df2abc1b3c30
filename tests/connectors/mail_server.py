"""A real mail server for tests: dovecot, with one mailbox, on a free port of this machine."""

import imaplib
import os
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.message import EmailMessage
from getpass import getuser
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from scripts.scan import certificate
from tests.deployment.processes import PATIENCE, eventually, free_port

USER, PASSWORD = "keeper", "a-long-password"
CONFIG = """
protocols = imap
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
ssl = required
ssl_cert = <{folder}/certificate.pem
ssl_key = <{folder}/key.pem
mail_location = maildir:{folder}/mail/%u
first_valid_uid = 0
last_valid_uid = 0
first_valid_gid = 0
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid=mail gid=mail home={folder}/mail/%u
}}
auth_failure_delay = 0
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    address = 127.0.0.1
    port = {port}
    ssl = yes
  }}
}}
"""


@dataclass(frozen=True, slots=True)
class MailServer:
    """`user` is whose mailbox it is asked for. Every user has one, which is empty at first, and the same password."""

    port: int
    user: str = USER

    @property
    def address(self) -> str:
        return f"imaps://127.0.0.1:{self.port}"

    def put(self, mail: EmailMessage | bytes, folder: str = "INBOX") -> None:
        with self._opened() as box:
            box.append(folder, "", imaplib.Time2Internaldate(time.time()), mail if isinstance(mail, bytes) else mail.as_bytes())

    def make_folder(self, name: str) -> None:
        with self._opened() as box:
            box.create(name)

    def count(self, folder: str, what: str = "ALL") -> int:
        with self._opened() as box:
            box.select(folder, readonly=True)
            return len(box.search(None, what)[1][0].split())

    @contextmanager
    def _opened(self) -> Iterator[imaplib.IMAP4_SSL]:
        box = imaplib.IMAP4_SSL("127.0.0.1", self.port, ssl_context=_any(), timeout=PATIENCE)
        try:
            box.login(self.user, PASSWORD)
            yield box
        finally:
            with suppress(imaplib.IMAP4.error, OSError):
                box.logout()

    def answers(self) -> bool:
        try:
            with self._opened():
                return True
        except (OSError, imaplib.IMAP4.error):
            return False


def _any() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def is_there() -> bool:
    return shutil.which("dovecot") is not None and getuser() == "root"


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """Yield a server in a folder that its own users may enter. Its certificate is one that this process trusts.

    It answers a wrong password without a delay.
    """
    with TemporaryDirectory(prefix="tieout-mail-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        with patch.dict(os.environ, SSL_CERT_FILE=str(folder / "certificate.pem")):
            yield from _served(folder)


def _served(folder: Path) -> Iterator[MailServer]:
    certificate(folder)
    port = free_port()
    config = folder / "dovecot.conf"
    config.write_text(CONFIG.format(folder=folder, port=port, password=PASSWORD))
    (folder / "mail").mkdir()
    shutil.chown(folder / "mail", "mail", "mail")
    server = subprocess.Popen(["dovecot", "-F", "-c", str(config)])
    try:
        found = MailServer(port)
        eventually(found.answers, f"dovecot answers: {(folder / 'log').read_text() if (folder / 'log').exists() else ''}")
        yield found
    finally:
        server.terminate()
        server.wait(30)


def mail(subject: str, *files: tuple[str, bytes], sender: str = "bank@example.org") -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = sender, "keeper@example.org", subject
    made.set_content("Your statement.")
    for name, content in files:
        kind = ("application", "pdf") if name.endswith(".pdf") else ("text", "plain")
        made.add_attachment(content, maintype=kind[0], subtype=kind[1], filename=name)
    return made
