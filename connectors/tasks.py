"""What runs in the background: load, and make one call. Running twice is harmless."""

from celery import shared_task


@shared_task
def run_due() -> int:
    """Ask every connection whose time has come."""
    from connectors.running import run_due as run

    return run()


def ring() -> None:
    """Tell the workers that one is due. The message may be lost: the next round comes by itself."""
    run_due.apply_async(retry=False)
