"""Background tasks of connections. Running one twice is harmless."""

from celery import shared_task


@shared_task
def run_due() -> int:
    """Run every due connection."""
    from connectors.running import run_due as run

    return run()


def ring() -> None:
    """Notify the workers that a connection is due. If the notification is lost, the next round runs it."""
    run_due.apply_async(retry=False)
