"""Tables of people and organizations.

They belong to the Django app `finance`, whose migrations created them; moving them would only rename the tables.
"""

from people.models.audit import AuditEntry, AuditHead
from people.models.data_key import DataKey
from people.models.invitation import Invitation
from people.models.organization import Membership, Organization
from people.models.preferences import Preferences, ReadingPreferences
from people.models.second_factor import RecoveryCode, SecondFactor

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
