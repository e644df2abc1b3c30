"""Background tasks about people: letters."""

from celery import shared_task

from people.sign_in.letters import write_to


@shared_task(acks_late=True)
def write_letters(user_ids: list[int]) -> None:
    """To each who asked for a new password. Twice in five minutes is once."""
    for user_id in user_ids:
        write_to(user_id)


def ring_for_letters(user_ids: list[int]) -> None:
    """A message that is lost is asked for again by the person."""
    write_letters.apply_async(args=(user_ids,), retry=False)
