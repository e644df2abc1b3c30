"""A person's second factor: set up, asked for, replaced, removed. Of two at the same time one waits."""

import datetime as dt
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.timezone import now
from django.views.decorators.debug import sensitive_variables

from people.audit.acts import Act
from people.audit.sign_ins import record_of
from people.encryption.services import unwrapped, wrap
from people.models.second_factor import RecoveryCode, SecondFactor
from people.sign_in.codes import hash_of, new_recovery_codes, new_secret, step_of

FREE, LONGEST = 3, dt.timedelta(hours=1)
"""Wrong codes after which each next one has to wait, twice as long each time, but never longer."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Too many codes were wrong: none is looked at before then."""

    until: dt.datetime


def factor_of(user: User) -> SecondFactor | None:
    """The one that is asked for."""
    return SecondFactor.objects.filter(user=user, confirmed_at__isnull=False).first()


@sensitive_variables()
@transaction.atomic
def begin(user: User) -> str:
    """The secret of a factor that is not confirmed yet: the same until it is. Raises AlreadySet."""
    found = SecondFactor.objects.select_for_update().filter(user=user).first()
    if found is None:
        made = SecondFactor(user=user)
        wrap(made, new_secret().encode())
        found, _made = SecondFactor.objects.get_or_create(user=user, defaults={"wrapped": made.wrapped, "master": made.master})
    if found.confirmed_at:
        raise AlreadySet
    return unwrapped(found).decode()


class AlreadySet(Exception):
    """There is one: it has to be removed before another is set up."""


@sensitive_variables()
@transaction.atomic
def confirm(user: User, code: str) -> list[str] | None:
    """Recovery codes, to be shown this once, if the code is the telephone's; None if it is not, or nothing was begun."""
    moment = now()
    held = SecondFactor.objects.select_for_update().filter(user=user, confirmed_at=None).first()
    step = step_of(unwrapped(held).decode(), code, moment) if held else None
    if held is None or step is None:
        return None
    held.confirmed_at, held.last_step = moment, step
    held.save(update_fields=["confirmed_at", "last_step"])
    record_of(user, Act.CHANGED_SECOND_FACTOR, change="set")
    return _codes_for(held)


@sensitive_variables()
@transaction.atomic
def passes(user: User, code: str) -> bool | Wait:
    """Whether it is a code of the telephone's that was not taken before, or a recovery code that was not."""
    moment = now()
    held = SecondFactor.objects.select_for_update().filter(user=user, confirmed_at__isnull=False).first()
    if held is None:
        return False
    until = _next_try(held)
    if until and until > moment:
        return Wait(until)
    step = step_of(unwrapped(held).decode(), code, moment)
    is_right = step > held.last_step if step is not None else _takes(held, code, moment)
    if is_right:
        held.last_step, held.failures, held.failed_at = max(step or 0, held.last_step), 0, None
    else:
        held.failures, held.failed_at = held.failures + 1, moment
    held.save(update_fields=["last_step", "failures", "failed_at"])
    return is_right


@transaction.atomic
def replace_recovery_codes(user: User) -> list[str]:
    """Those there were work no more; empty where there is no factor."""
    held = SecondFactor.objects.select_for_update().filter(user=user, confirmed_at__isnull=False).first()
    if held is None:
        return []
    record_of(user, Act.CHANGED_SECOND_FACTOR, change="new recovery codes")
    return _codes_for(held)


@transaction.atomic
def remove(user: User) -> bool:
    """With its recovery codes. Whether there was one."""
    removed, _each = SecondFactor.objects.filter(user=user).delete()
    if removed:
        record_of(user, Act.CHANGED_SECOND_FACTOR, change="removed")
    return bool(removed)


def codes_left(factor: SecondFactor) -> int:
    return factor.recovery_codes.filter(used_at=None).count()


def _takes(held: SecondFactor, code: str, moment: dt.datetime) -> bool:
    return bool(held.recovery_codes.filter(hash=hash_of(code), used_at=None).update(used_at=moment))


def _next_try(held: SecondFactor) -> dt.datetime | None:
    if held.failed_at is None or held.failures < FREE:
        return None
    return held.failed_at + min(dt.timedelta(seconds=2 ** min(held.failures - FREE, 20)), LONGEST)


def _codes_for(held: SecondFactor) -> list[str]:
    codes = new_recovery_codes()
    held.recovery_codes.all().delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(second_factor=held, hash=hash_of(code)) for code in codes)
    return codes
