"""Background tasks for tokens and webhooks. Running one twice is harmless."""

from celery import shared_task


@shared_task
def deliver_due() -> int:
    """Send the messages that are due, including any whose notification to the workers was lost."""
    from api.webhooks.delivering import deliver_due as deliver

    return deliver()


@shared_task
def forget_old() -> int:
    """Delete stored answers and old messages that have outlived their time."""
    from api.http.repeats import forget_old as forget_answers
    from api.webhooks.delivering import forget_old as forget_messages

    return forget_answers() + forget_messages()


def ring() -> None:
    """Notify the workers that messages are due. If the notification is lost, the next round sends them."""
    deliver_due.apply_async(retry=False)
