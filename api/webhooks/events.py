"""Events of webhooks. A message holds only ids and codes: details are fetched with a token."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from people.audit import Act


class Event(models.TextChoices):
    UPLOADED = "import.uploaded", _("A statement was uploaded")
    FINISHED = "import.finished", _("A statement has an answer, or cannot be read")
    DECIDED = "import.decided", _("Somebody decided on a row, or took it back")
    POSTED = "import.posted", _("Rows were added to the books")
    UNDONE = "import.undone", _("Rows were taken out of the books")
    CONCLUDED = "statement.concluded", _("A statement was prepared, reviewed, locked, reopened or filed")
    IMPORTED = "ledger.imported", _("A file came into the books, or was taken out")


OF_ACTS: dict[str, Event] = {
    Act.UPLOADED: Event.UPLOADED,
    Act.DECIDED: Event.DECIDED,
    Act.WITHDREW: Event.DECIDED,
    Act.POSTED: Event.POSTED,
    Act.UNDID: Event.UNDONE,
    Act.CONCLUDED: Event.CONCLUDED,
    Act.IMPORTED: Event.IMPORTED,
    Act.UNDID_IMPORT: Event.IMPORTED,
}
