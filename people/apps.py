"""Django's configuration of people and organizations. It registers the receivers that record sign-ins."""

from django.apps import AppConfig


class People(AppConfig):
    name = "people"

    def ready(self) -> None:
        import people.audit  # noqa: F401  it registers its receivers
