"""What balances are read from."""

from django.db import models

from finance.models.monthly_querysets import MonthlySumQuerySet
from finance.money import LARGEST


class MonthlySum(models.Model):
    """Sum and number of the entries of an account that count, dated in one month (`month` is its first day).

    Triggers of the database write it, in the transaction of the entry: nothing else does but `finance.monthly_balances.checking.rebuild`.
    Without a foreign key, since a release that knows no such table deletes accounts too; a trigger takes its rows with them.
    """

    account = models.ForeignKey(
        "finance.Account", on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="monthly_sums"
    )
    month = models.DateField()
    amount_minor = models.BigIntegerField()
    entries = models.BigIntegerField()

    objects = MonthlySumQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "month"], name="one_sum_a_month"),
            models.CheckConstraint(  # SQLite would go on in floats
                condition=models.Q(amount_minor__range=(-LARGEST, LARGEST)), name="a_sum_is_whole"
            ),
        ]
