"""The common result of all formats: the rows of an account, the balances that the file states, and the questions that it leaves open."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as _

from finance.models.coding import NONE, Codes


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """One entry of a file, signed from the holder's side.

    `place` is its line, or its count in formats without meaningful lines. Texts are as written. A row that cannot be imported has a
    `problem`; its date or amount is then None if unknown. `balance` is the running balance that the file states after it.
    """

    place: int
    booked_on: dt.date | None
    amount: Decimal | None
    description: str = ""
    external_id: str = ""
    reference: str = ""
    number: str = ""
    status: str = "posted"
    is_brought_forward: bool = False
    is_excluded: bool = False
    currency: str = ""
    codes: Codes = NONE
    balance: Decimal | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedBalance:
    """A balance that the file states, at the end of its day; the day is None if the file has none."""

    amount: Decimal
    as_of: dt.date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedPeriod:
    """One statement of a file: the places of its first and last row (0 without rows), and the balances before and after them."""

    first: int
    last: int
    opening: StatedBalance | None = None
    closing: StatedBalance | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileAccount:
    """One account's part of a file. `name` is unique in the file; `number` and `currency` are empty if the file has none.

    `statements` are those of the part, in the order of its rows; empty if the format has none. `notes` are sentences about skipped parts
    and about values that were not read as written. `period` is the first and the last day that the file states.
    """

    rows: tuple[FileRow, ...]
    name: str = ""
    number: str = ""
    currency: str = ""
    kind: str = ""
    opening: StatedBalance | None = None
    closing: StatedBalance | None = None
    statements: tuple[StatedPeriod, ...] = ()
    notes: tuple[str, ...] = ()
    period: tuple[dt.date, dt.date] | None = None

    def by_statement(self) -> Iterator["FileAccount"]:
        """Yield each statement as a part of its own; the part itself if its format has none."""
        if not self.statements:
            yield self
        for number, stated in enumerate(self.statements):
            rows = self.rows if len(self.statements) == 1 else self.rows[max(stated.first - 1, 0) : stated.last]
            notes = self.notes if number == 0 else ()
            yield replace(self, rows=rows, opening=stated.opening, closing=stated.closing, statements=(), notes=notes)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedFile:
    """A file that was read. `way` identifies its source: ids of two ways are unrelated.

    `questions` are the choices that the file leaves open; nothing is imported until they are answered. `notes` are sentences about skipped
    parts that are no entries. `statements` are the bank's statements in the order of the file, each with its own balances, before those of
    one account were joined; empty if the format has none.
    """

    format: str
    way: str
    accounts: tuple[FileAccount, ...]
    questions: tuple[str, ...] = ()
    table: "TableShape | None" = None
    notes: tuple[str, ...] = ()
    statements: tuple[FileAccount, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShape:
    """The reading of a table's columns, for a person to correct. `columns` is the place of each field, `account_columns` are those that may
    name the account of each row."""

    header: tuple[str, ...]
    sample: tuple[tuple[str, ...], ...]
    columns: dict[str, int]
    date_order: str
    date_orders: tuple[str, ...]
    decimal_mark: str
    decimal_marks: tuple[str, ...]
    encoding: str = ""
    encodings: tuple[str, ...] = ()
    fee_is_doubtful: bool = False
    minus_is_doubtful: bool = False
    account_columns: tuple[int, ...] = ()


STATUSES = {"": "posted"} | {
    word: status
    for status, words in {
        "posted": (
            "posted,booked,cleared,completed,complete,reconciled,settled,executed,processed,success,successful,succeeded,done,paid,final,"
            "finished,accepted,approved,confirmed,refunded,partially refunded,returned,gebucht,verbucht,ausgeführt,abgeschlossen,erledigt,"
            "comptabilisé,comptabilisée,effectué,effectuée,exécuté,terminé,terminée,completado,completada,contabilizado,contabilizada,"
            "realizado,liquidado,concluído,concluída,efetivado,efetivada,contabilizzato,contabilizzata,completato,completata,eseguito,"
            "geboekt,verwerkt,voltooid,bogført,gennemført,bokført,bokförd,genomförd,utført,kirjattu,toteutunut,zaksięgowana,zaksięgowano,"
            "rozliczona,rozliczono,zrealizowana,wykonana,zaúčtováno,zaúčtovaná,provedeno,könyvelt,teljesült,executat,finalizat,izvršeno,"
            "проведено,исполнено,исполнен,выполнено,выполнена,завершено,проведена,tamamlandı,gerçekleşti,ολοκληρωμένη,εκτελέστηκε,"  # noqa: RUF001  as it is written
            "完了,確定,済,已完成,成功,交易成功,완료"
        ),
        "pending": (
            "pending,uncleared,unposted,authorized,authorised,authorization,authorisation,on hold,hold,held,processing,in progress,"
            "in process,awaiting,open,reserved,reservation,unsettled,vorgemerkt,vormerkung,ausstehend,offen,in bearbeitung,reserviert,"
            "en attente,en cours,à venir,pendiente,en proceso,retenido,pendente,em processamento,agendado,in attesa,in sospeso,"
            "non contabilizzato,da contabilizzare,in behandeling,gereserveerd,afventer,reserveret,reservert,väntande,reserverad,varaus,"
            "odottaa,oczekująca,oczekuje,w realizacji,blokada,nierozliczona,čekající,čeká na zpracování,nezaúčtováno,függőben,"
            "zárolt,în așteptare,na čekanju,в обработке,ожидание,ожидает,в ожидании,hold,beklemede,εκκρεμεί,保留,未確定,処理中,处理中,대기"
        ),
        "void": (
            "void,voided,cancelled,canceled,reverted,declined,failed,failure,denied,rejected,refused,expired,removed,deleted,error,"
            "storniert,abgelehnt,fehlgeschlagen,abgebrochen,annulé,annulée,refusé,refusée,échoué,rejeté,rejetée,anulado,anulada,"
            "rechazado,rechazada,cancelado,cancelada,recusado,recusada,fallido,annullato,annullata,rifiutato,rifiutata,geannuleerd,"
            "geweigerd,mislukt,annulleret,avvist,avbrutt,avbruten,nekad,peruttu,hylätty,anulowana,odrzucona,zrušeno,zamítnuto,"
            "elutasított,törölt,anulat,respins,отклонено,отклонена,отменено,отменена,ошибка,iptal,iptal edildi,reddedildi,ακυρώθηκε,"
            "取消,キャンセル,失敗,失败,已取消,취소"
        ),
    }.items()
    for word in words.split(",")
}
"""The status by its word in lower case."""
YES_NO = {"": False, "no": False, "false": False, "0": False, "yes": True, "true": True, "1": True}


def joined(payee: str, description: str) -> str:
    """Return payee and description, or only the description if it contains the payee."""
    if not payee or payee.casefold() in description.casefold():
        return description
    return f"{payee} {description}".rstrip()


SENTENCES: Mapping[str, Any] = {
    "account": _("Choose which account of the file this is."),
    "account_column": _("Choose the column that names the account of each row, or none if all rows are of one account."),
    "date": _("Choose the column with the date."),
    "amount": _("Choose the column with the amount, or the two with money out and money in."),
    "date_order": _("Choose the date format."),
    "decimal_mark": _("Choose the decimal mark."),
    "sign": _("Choose whether money in or money out is positive in this file."),
    "fee": _("Choose whether the fees are part of the amounts already."),
    "minus": _("Choose what a minus sign means in the money-out and money-in columns."),
}


def asked(questions: Iterable[str], parsed: ParsedFile) -> Iterator[str]:
    """Yield the keys of the sentences that apply; the question "columns" becomes the date, the amount, or both."""
    for question in questions:
        if question != "columns" or not parsed.table:
            yield question
            continue
        columns = parsed.table.columns
        if "date" not in columns:
            yield "date"
        if not ("amount" in columns or columns.keys() >= {"debit", "credit"}):
            yield "amount"
