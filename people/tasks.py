"""Background tasks about people: letters."""

from celery import shared_task

from people.sign_in.letters import write_to


@shared_task(acks_late=True)
def write_letters(user_ids: list[int]) -> None:
    """Send letters for a new password; a repeated message within five minutes sends no second one."""
    for user_id in user_ids:
        write_to(user_id)


def ring_for_letters(user_ids: list[int]) -> None:
    """Queue the letters without retries: a person whose letter is lost requests another."""
    write_letters.apply_async(args=(user_ids,), retry=False)
