"""docs/reference/roles.md: the rights of each role, from people/roles.py."""

from people.roles import ACTIONS, ALLOWED, Action, Role

MEANS: dict[Action, str] = {
    "read": "see the organization, one's own uploads and the questions about them",
    "read_books": "see accounts, statements, verdicts and reports",
    "export": "export entries, reports and evidence",
    "read_audit": "read the audit log",
    "upload": "upload statements, answer questions about rows",
    "decide": "choose the account, match rows, confirm or reject proposals, ask the client, prepare a statement",
    "post": "add rows of a statement to the books; enter, change and delete entries",
    "undo": "remove added rows",
    "sign_off": "review and lock a statement, or close it without reconciling",
    "reopen": "reopen a statement, with a reason",
    "manage_accounts": "create and change accounts, also from a statement",
    "import_ledger": "import entries into an account",
    "manage_members": "invite people, change roles, choose the accounts of a client",
    "manage_settings": "change the organization's settings",
    "manage_providers": "switch providers on and off, choose one, enter its key; add tool servers and allow their tools",
    "erase": "set the retention period of documents, delete sample books",
    "close": "close the organization and reopen it",
}
INTRODUCTION = """\
# Roles and rights

Every member has one role in each organization. Pages, commands, Django admin and the tools of models all use the table in
`people/roles.py` (`python -m scripts.documentation.made` generates this page from it).
"""
BESIDE = """\

## Further rules
- **Clients.** A client sees only their own uploads, and questions about these and about the accounts assigned to them. Verdicts, entries,
  reports and the API are closed to them.
- **Expiry.** A membership may have a last day, for example an auditor's. After it the member has no rights. An owner's never expires.
- **Four eyes.** If the organization requires it, a person who prepared a statement or added its rows to the books may not review it.
- **Closed organizations.** Each role keeps only its rights to read, export, see the log and manage members. Owners reopen it.
- **Closed periods.** Administrators set the lock date for everyone. Owners set a second lock date, up to which only owners may write.
- **Staff.** In Django admin, staff users see the organizations in which they may export, with the rights of their role. A superuser
  sees every organization, but cannot sign off where they are not a member.
- **Commands.** Commands on the server run without a user: anyone who can run them controls the server.
"""


def page() -> str:
    meanings = "".join(f"| `{action}` | {MEANS[action]} |\n" for action in ACTIONS)
    return f"{INTRODUCTION}\n{_matrix()}\n## What each right allows\n| right | to |\n|---|---|\n{meanings}{BESIDE}"


def _matrix() -> str:
    roles = [role for role in Role if role in ALLOWED]
    head = ["| right | " + " | ".join(str(role.label) for role in roles) + " |", "|---|" + ":-:|" * len(roles)]
    rows = (f"| `{action}` | " + " | ".join("✓" if action in ALLOWED[role] else "" for role in roles) + " |" for action in ACTIONS)
    return "\n".join([*head, *rows]) + "\n"
