"""Each organization has a data key of its own, under the installation's master key, which can be changed."""

from base64 import b64encode, urlsafe_b64encode
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from people.encryption import BrokenSeal, MasterKey, NoMasterKey, UnknownMasterKey, master_keys, new_key, opened, read, seal
from people.models import DataKey, Organization
from tests.factories import OrganizationFactory

pytestmark = pytest.mark.django_db
SECRET = b"sk-a-secret-of-ours"


@pytest.fixture
def ours() -> Organization:
    return OrganizationFactory.create(name="Ours", slug="ours")


@pytest.fixture
def theirs() -> Organization:
    return OrganizationFactory.create(name="Theirs", slug="theirs")


def a_master() -> str:
    return b64encode(new_key()).decode()


def test_an_organization_opens_its_own_sealed_secret(ours: Organization) -> None:
    assert opened(ours, seal(ours, SECRET, purpose="a test"), purpose="a test") == SECRET


def test_another_organization_or_purpose_does_not(ours: Organization, theirs: Organization) -> None:
    sealed = seal(ours, SECRET, purpose="a test")

    for organization, purpose in ((theirs, "a test"), (ours, "another")):
        with pytest.raises(BrokenSeal):
            opened(organization, sealed, purpose=purpose)


def test_a_data_key_that_was_given_to_another_organization_opens_nothing(ours: Organization, theirs: Organization) -> None:
    sealed = seal(ours, SECRET, purpose="a test")
    seal(theirs, SECRET, purpose="a test")
    DataKey.objects.of(theirs).update(wrapped=DataKey.objects.of(ours).get().wrapped)

    with pytest.raises(BrokenSeal):
        opened(theirs, sealed, purpose="a test")


def test_each_organization_has_one_data_key_and_it_is_stored_wrapped(ours: Organization, theirs: Organization) -> None:
    for organization in (ours, theirs, ours):
        seal(organization, SECRET, purpose="a test")

    rows = [DataKey.objects.of(organization).get() for organization in (ours, theirs)]
    assert bytes(rows[0].wrapped) != bytes(rows[1].wrapped)
    assert {len(bytes(row.wrapped)) for row in rows} == {1 + 12 + 32 + 16}
    assert {row.master for row in rows} == {master_keys()[0].name}


def test_a_new_master_key_opens_existing_secrets_and_wraps_new_data_keys(
    ours: Organization, theirs: Organization, settings: Settings
) -> None:
    sealed = seal(ours, SECRET, purpose="a test")
    settings.ENCRYPTION_KEYS = [a_master(), *settings.ENCRYPTION_KEYS]

    assert opened(ours, sealed, purpose="a test") == SECRET
    seal(theirs, SECRET, purpose="a test")
    assert DataKey.objects.of(theirs).get().master == master_keys()[0].name


def test_after_the_command_the_old_master_key_can_go(ours: Organization, theirs: Organization, settings: Settings) -> None:
    sealed = {organization: seal(organization, SECRET, purpose="a test") for organization in (ours, theirs)}
    new = a_master()
    settings.ENCRYPTION_KEYS = [new, *settings.ENCRYPTION_KEYS]
    said = StringIO()

    call_command("rotate_keys", stdout=said)
    call_command("rotate_keys", stdout=said)

    settings.ENCRYPTION_KEYS = [new]
    assert [opened(organization, each, purpose="a test") for organization, each in sealed.items()] == [SECRET, SECRET]
    assert [line.split()[0] for line in said.getvalue().splitlines()] == ["2", "0"]


def test_without_the_old_master_key_nothing_opens_and_the_error_says_what_to_do(ours: Organization, settings: Settings) -> None:
    sealed = seal(ours, SECRET, purpose="a test")
    old, settings.ENCRYPTION_KEYS = DataKey.objects.of(ours).get().master, [a_master()]

    with pytest.raises(UnknownMasterKey, match=old):
        opened(ours, sealed, purpose="a test")
    with pytest.raises(CommandError, match="the new key and every old one"):
        call_command("rotate_keys")
    assert DataKey.objects.of(ours).get().master == old


def test_with_its_organization_the_data_key_is_gone(ours: Organization) -> None:
    seal(ours, SECRET, purpose="a test")

    ours.delete()

    assert not DataKey.objects.across_organizations("a test counts them").exists()


@pytest.mark.parametrize("written", [b64encode, urlsafe_b64encode, lambda key: urlsafe_b64encode(key).rstrip(b"=")])
def test_a_master_key_is_base64_of_either_alphabet(written: type[bytes]) -> None:
    key = b"\xff\xfe" * 16

    assert read([written(key).decode()]) == [MasterKey(key)]


@pytest.mark.parametrize("texts", [[], [""], ["short"], ["ä" * 43], [b64encode(b"x" * 31).decode()]])
def test_nothing_else_is_one_and_the_error_does_not_tell_it(texts: list[str]) -> None:
    with pytest.raises(NoMasterKey) as raised:
        read(texts)
    assert not any(text and text in str(raised.value) for text in texts)


def test_a_master_key_does_not_show_itself() -> None:
    (key, *_others) = master_keys()

    assert key.key.hex() not in repr(key)
    assert "key=" not in repr(key)
