"""The tools that a model is offered, called as it calls them."""

import json
from typing import Any

from assistant.contract import ToolCall
from assistant.tools import Ready, Toolbox
from people.models import Organization
from reconciliation.models.actor import Actor
from reconciliation.proposals.tools import LedgerTools


def tools_of(organization: Organization, user: Any = None) -> LedgerTools:
    return LedgerTools(Actor(organization=organization, user=user, channel="web"))


def ask(tools: LedgerTools, name: str, **arguments: Any) -> Any:
    """The tool's answer as a model gets it: JSON, or the text of an error."""
    box = Toolbox(tools.offered())
    checked = box.check(ToolCall(id="1", name=name, arguments=arguments))
    answer = box.run(checked) if isinstance(checked, Ready) else checked
    return answer.content if answer.is_error else json.loads(answer.content)
