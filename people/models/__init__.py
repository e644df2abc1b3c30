"""Tables of people and organizations.

They belong to the Django app `finance`, whose migrations created them; moving them would only rename the tables.
"""

from people.models.audit import AuditEntry, AuditHead
from people.models.organization import DataKey, Invitation, Membership, Organization
from people.models.preferences import Preferences, ReadingPreferences, RecoveryCode, SecondFactor

__all__ = [
    "AuditEntry",
    "AuditHead",
    "DataKey",
    "Invitation",
    "Membership",
    "Organization",
    "Preferences",
    "ReadingPreferences",
    "RecoveryCode",
    "SecondFactor",
]
