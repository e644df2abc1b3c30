"""Table and queryset of the monthly sums that balances are computed from."""

from django.db import models

from finance.money import LARGEST
from people.tenancy import OrganizationQuerySet


class MonthlySumQuerySet(OrganizationQuerySet["MonthlySum"]):
    organization_path = "account__organization"


class MonthlySum(models.Model):
    """Sum and number of an account's counting entries dated in one month (`month` is its first day).

    Database triggers write it in the transaction of the entry; besides them only `finance.monthly_balances.rebuild` does.
    It has no foreign key, because older releases without this table delete accounts too; a trigger deletes its rows with them.
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
