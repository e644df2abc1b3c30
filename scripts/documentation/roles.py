"""docs/reference/roles.md: who may do what, from people/roles.py."""

from people.roles import ACTIONS, ALLOWED, Action, Role

MEANS: dict[Action, str] = {
    "read": "see accounts, statements, verdicts and reports",
    "export": "take entries, reports and evidence out as files",
    "read_audit": "read the log of who did what",
    "upload": "upload statements, answer questions about rows",
    "decide": "choose the account, pair rows, confirm or reject what is proposed, ask the client, prepare a statement",
    "post": "add rows of a statement to the books; enter, change and remove entries by hand",
    "undo": "take rows that were added out again",
    "sign_off": "review a statement, lock it, or file it as not reconciled",
    "reopen": "open it again, with a reason",
    "manage_accounts": "make and change accounts, start one from a statement",
    "import_ledger": "import a file of a bank or program into an account",
    "manage_members": "invite people, change roles, choose whose accounts they see",
    "manage_settings": "change the organization's settings",
    "manage_providers": "switch models on and off, choose one, enter its key",
    "erase": "set how long documents are kept, throw sample books away",
}
INTRODUCTION = """\
# Roles and rights

Every member of an organization has one role in it. A person may have another role in another organization. Pages, commands, the
administration and the tools of a model ask the same table, which is `people/roles.py` (`python -m scripts.documentation.made`
writes this page from it anew).
"""
BESIDE = """\

## Beside the role
- **Accounts of a client.** A client sees the accounts that were given to them, and those alone: whatever belongs to another account is
  not there for them, its numbers included. Every other role sees all accounts of the organization.
- **A last day.** A membership may have one, as an auditor's does; after it, it allows nothing. An owner's has none.
- **Two persons.** Where the organization wants it, who prepared a statement or added rows of it to the books may not review it.
- **Closed days.** Administrators close days for everybody; a second day, up to which only owners still write, is the owners' to move.
- **Staff.** Who may enter Django's administration sees there the organizations in which they may export, and acts as far as their role
  goes. A superuser sees every organization, but signs nothing off where they are no member.
- **Commands.** A command that is run at the machine acts without a person: whoever can run it owns the machine.
"""


def page() -> str:
    meanings = "".join(f"| `{action}` | {MEANS[action]} |\n" for action in ACTIONS)
    return f"{INTRODUCTION}\n{_matrix()}\n## What each right allows\n| right | to |\n|---|---|\n{meanings}{BESIDE}"


def _matrix() -> str:
    roles = [role for role in Role if role in ALLOWED]
    head = ["| right | " + " | ".join(str(role.label) for role in roles) + " |", "|---|" + ":-:|" * len(roles)]
    rows = (f"| `{action}` | " + " | ".join("✓" if action in ALLOWED[role] else "" for role in roles) + " |" for action in ACTIONS)
    return "\n".join([*head, *rows]) + "\n"
