"""What runs in the background for other programs: load, and make one call. Running twice is harmless."""

from celery import shared_task


@shared_task
def deliver_due() -> int:
    """Send the messages that webhooks are owed. One that was lost on its way to here is sent with the next round."""
    from api.webhooks.delivering import deliver_due as deliver

    return deliver()


@shared_task
def forget_old() -> int:
    """Answers kept for repeated requests, and messages of long ago."""
    from api.answers.kept import forget_old as forget_answers
    from api.webhooks.delivering import forget_old as forget_messages

    return forget_answers() + forget_messages()


def ring() -> None:
    """Tell the workers that something is owed. The message may be lost: the next round comes by itself."""
    deliver_due.apply_async(retry=False)
