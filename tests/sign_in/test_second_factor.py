"""A telephone's code besides the password: asked for, taken once, replaced by codes on paper, sealed where it lies."""

import datetime as dt
from base64 import b64encode

import pyotp
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django.fixtures import Settings

from people.audit import Act
from people.encryption import new_key, rewrap_all, unwrapped
from people.models import AuditEntry, RecoveryCode, SecondFactor
from people.sign_in.second_factor import LETTERS, Wait, address_for, begin, factor_of, new_recovery_codes, passes, remove, step_of
from tests.addresses import reverse
from tests.sign_in.people import NOW, PASSWORD, a_person, at, is_in, tries, with_telephone

pytestmark = pytest.mark.django_db
STEP = dt.timedelta(seconds=30)
SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"  # of RFC 6238, appendix B


@pytest.mark.parametrize(
    ("seconds", "code"),
    [(59, "287082"), (1111111109, "081804"), (1111111111, "050471"), (1234567890, "005924"), (2000000000, "279037")],
)
def test_codes_are_those_of_the_standard(seconds: int, code: str) -> None:
    moment = dt.datetime.fromtimestamp(seconds, dt.UTC)

    assert step_of(SECRET, code, moment) == seconds // 30
    assert step_of(SECRET, f" {code[:3]} {code[3:]} ", moment) == seconds // 30


@pytest.mark.parametrize("off", [-2, 2])
def test_a_code_of_a_minute_before_or_after_is_none(off: int) -> None:
    code = pyotp.TOTP(SECRET).at(NOW + off * STEP)

    assert step_of(SECRET, code, NOW) is None


@pytest.mark.parametrize("code", ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦", "-12345"])
def test_a_code_without_six_digits_is_invalid(code: str) -> None:
    assert step_of(SECRET, code, NOW) is None


def test_the_password_alone_does_not_sign_in(ada: User, client: Client) -> None:
    telephone, _codes = with_telephone(ada)

    answer = tries(client, there=reverse("accounts"))
    assert (answer.status_code, answer["Location"], is_in(client)) == (302, reverse("sign_in_code"), False)

    with at(NOW):
        answer = client.post(reverse("sign_in_code"), {"code": telephone.at(NOW)})
    assert (answer["Location"], is_in(client)) == (reverse("accounts"), True)


def test_a_wrong_code_does_not_sign_in_and_is_in_the_log(ada: User, client: Client) -> None:
    with_telephone(ada)
    tries(client)

    answer = client.post(reverse("sign_in_code"), {"code": "000000"})

    assert (answer.status_code, is_in(client)) == (200, False)
    assert "This code is wrong" in answer.content.decode()
    assert AuditEntry.objects.across_organizations("a test").filter(act=Act.FAILED_SIGN_IN, by=ada.pk).count() == 1


def test_without_the_password_there_is_no_second_step(ada: User, client: Client) -> None:
    telephone, _codes = with_telephone(ada)

    with at(NOW):
        answer = client.post(reverse("sign_in_code"), {"code": telephone.at(NOW)})

    assert (answer["Location"], is_in(client)) == (reverse("sign_in"), False)


def test_a_password_that_was_changed_meanwhile_waits_for_no_code(ada: User, client: Client) -> None:
    with_telephone(ada)
    tries(client)
    ada.set_password("another pass phrase")
    ada.save()

    assert client.get(reverse("sign_in_code"))["Location"] == reverse("sign_in")


def test_a_user_who_waits_too_long_begins_again(ada: User, client: Client) -> None:
    with_telephone(ada)
    tries(client)
    session = client.session
    session["waits_for_second_factor"] = session["waits_for_second_factor"] | {"since": 0.0}
    session.save()

    assert client.get(reverse("sign_in_code"))["Location"] == reverse("sign_in")


def test_a_code_is_taken_once(ada: User) -> None:
    telephone, _codes = with_telephone(ada)
    code = telephone.at(NOW)

    with at(NOW):
        assert passes(ada, code) is True
        assert passes(ada, code) is False
    with at(NOW + STEP):
        assert passes(ada, telephone.at(NOW)) is False
        assert passes(ada, telephone.at(NOW + STEP)) is True


def test_the_code_that_set_up_the_factor_does_not_sign_in(ada: User) -> None:
    telephone = pyotp.TOTP(begin(ada))
    client = Client()
    client.force_login(ada)
    with at(NOW):
        client.post(reverse("second_factor"), {"code": telephone.at(NOW)})
        assert passes(ada, telephone.at(NOW)) is False


def test_a_recovery_code_is_taken_once_however_it_is_written(ada: User) -> None:
    _telephone, codes = with_telephone(ada)

    with at(NOW):
        assert passes(ada, codes[0].upper().replace("-", " ")) is True
        assert passes(ada, codes[0]) is False
        assert passes(ada, codes[1]) is True


def test_a_recovery_code_of_another_user_is_not(ada: User) -> None:
    with_telephone(ada)
    _telephone, codes = with_telephone(a_person("eve"))

    with at(NOW):
        assert passes(ada, codes[0]) is False


def test_after_three_wrong_ones_each_next_has_to_wait_twice_as_long(ada: User) -> None:
    telephone, _codes = with_telephone(ada)
    moment = NOW
    for number in range(3):
        with at(moment):
            assert passes(ada, "000000") is False, number

    for seconds in (1, 2, 4, 8):
        with at(moment + dt.timedelta(seconds=seconds - 1)):
            assert isinstance(passes(ada, telephone.at(moment)), Wait)
        moment += dt.timedelta(seconds=seconds)
        with at(moment):
            assert passes(ada, "000000") is False

    moment += dt.timedelta(seconds=16)
    with at(moment):
        assert passes(ada, telephone.at(moment)) is True
        assert passes(ada, "000000") is False


def test_a_lockout_lasts_at_most_an_hour(ada: User) -> None:
    telephone, _codes = with_telephone(ada)
    SecondFactor.objects.update(failures=5_000, failed_at=NOW)

    moment = NOW + dt.timedelta(hours=1)
    with at(moment):
        assert passes(ada, telephone.at(moment)) is True


def test_it_is_asked_for_only_once_it_is_confirmed(ada: User, client: Client) -> None:
    secret = begin(ada)

    assert begin(ada) == secret
    assert factor_of(ada) is None
    tries(client)
    assert is_in(client)


def test_a_person_sets_it_up_and_is_shown_ten_codes_this_once(ada: User, client: Client) -> None:
    client.force_login(ada)
    page = client.get(reverse("second_factor"))
    telephone = pyotp.TOTP(page.context["secret"])
    assert "<svg" in page.content.decode()
    assert page.context["secret"] in page.content.decode()

    with at(NOW):
        shown = client.post(reverse("second_factor"), {"code": telephone.at(NOW)})

    codes = shown.context["codes"]
    assert len(set(codes)) == 10
    assert all(code in shown.content.decode() for code in codes)
    assert "no-store" in shown["Cache-Control"]
    assert client.get(reverse("second_factor"))["Location"] == reverse("security")
    assert "10 recovery codes are left" in client.get(reverse("security")).content.decode()


def test_a_wrong_code_sets_nothing_up(ada: User, client: Client) -> None:
    client.force_login(ada)
    client.get(reverse("second_factor"))

    answer = client.post(reverse("second_factor"), {"code": "000000"})

    assert "This code does not match. Check that the clock" in answer.content.decode()
    assert factor_of(ada) is None


def test_changes_of_the_second_factor_need_the_password_again(ada: User, client: Client) -> None:
    with_telephone(ada)
    client.force_login(ada)
    before = set(RecoveryCode.objects.values_list("hash", flat=True))

    for name in ("second_factor_remove", "recovery_codes"):
        assert "This is not your password" in client.post(reverse(name), {"password": "wrong"}).content.decode()
    assert set(RecoveryCode.objects.values_list("hash", flat=True)) == before

    shown = client.post(reverse("recovery_codes"), {"password": PASSWORD})
    assert not before & set(RecoveryCode.objects.values_list("hash", flat=True))
    with at(NOW):
        assert passes(ada, shown.context["codes"][9]) is True

    client.post(reverse("second_factor_remove"), {"password": PASSWORD})
    assert not SecondFactor.objects.exists()
    assert not RecoveryCode.objects.exists()


def test_guessing_that_password_is_counted_like_signing_in(ada: User, client: Client) -> None:
    with_telephone(ada)
    client.force_login(ada)

    answers = [client.post(reverse("second_factor_remove"), {"password": "wrong"}).status_code for _ in range(5)]

    assert answers[-1] == 429
    assert client.post(reverse("second_factor_remove"), {"password": PASSWORD}).status_code == 429
    assert factor_of(ada)


def test_every_change_of_the_factor_is_in_the_log(ada: User, client: Client) -> None:
    with_telephone(ada)
    client.force_login(ada)
    client.post(reverse("recovery_codes"), {"password": PASSWORD})
    client.post(reverse("second_factor_remove"), {"password": PASSWORD})

    entries = AuditEntry.objects.across_organizations("a test").filter(act=Act.CHANGED_SECOND_FACTOR).order_by("number")
    assert [entry.details["change"] for entry in entries] == ["set", "new recovery codes", "removed"]


def test_its_secret_is_sealed_and_goes_over_to_a_new_master_key(ada: User, settings: Settings) -> None:
    secret = begin(ada).encode()
    stored = SecondFactor.objects.get()
    assert secret not in bytes(stored.wrapped)

    old, new = settings.ENCRYPTION_KEYS[0], b64encode(new_key()).decode()
    settings.ENCRYPTION_KEYS = [new, old]
    assert rewrap_all() == 1
    settings.ENCRYPTION_KEYS = [new]
    assert unwrapped(SecondFactor.objects.get()) == secret


def test_recovery_codes_are_stored_as_hashes(ada: User) -> None:
    _telephone, codes = with_telephone(ada)

    stored = repr(list(RecoveryCode.objects.values_list()))
    assert not any(code in stored or code.replace("-", "") in stored for code in codes)


def test_recovery_codes_are_long_and_never_alike() -> None:
    codes = [code for _ in range(100) for code in new_recovery_codes()]

    assert len(set(codes)) == len(codes)
    assert all(len(code) == 19 and set(code) <= {*LETTERS, "-"} for code in codes)


def test_the_address_for_the_telephone_names_the_product_and_the_login() -> None:
    assert address_for(SECRET, name="ada@home", issuer="Tieout") == f"otpauth://totp/Tieout:ada%40home?secret={SECRET}&issuer=Tieout"


def test_an_administrator_can_remove_a_lost_second_factor(ada: User, client: Client) -> None:
    with_telephone(ada)
    client.force_login(ada)
    assert is_in(client)

    call_command("remove_second_factor", "ada")

    assert (factor_of(ada), is_in(client)) == (None, False)
    for wrong in ("ada", "nobody"):
        with pytest.raises(CommandError):
            call_command("remove_second_factor", wrong)


def test_removing_a_missing_second_factor_is_reported(ada: User) -> None:
    assert not remove(ada)
