"""Tables of reconciliation: the import and its queue record, the evidence, each run's verdict, decisions, questions to models and clients,
and servers of tools."""

from reconciliation.models.asked import (
    KeptReading,
    ModelRequest,
    PaidStep,
    ProposalAnswer,
    ProviderChoice,
    ProviderConsent,
    Question,
    Spending,
)
from reconciliation.models.decisions import Conclusion, Decision, DecisionsStay, Enquiry, EnquiryMessage, QuestionList
from reconciliation.models.evidence import (
    KnownLayout,
    LayoutTeaching,
    Match,
    Posting,
    StagedLine,
    Statement,
    StatementLine,
    counts_somewhere,
)
from reconciliation.models.imports import Cause, Doorbell, Notice, Recheck, Run, StatementImport, Step, WorkerSign
from reconciliation.models.tool_servers import ServerTool, ToolServer

__all__ = [
    "Cause",
    "Conclusion",
    "Decision",
    "DecisionsStay",
    "Doorbell",
    "Enquiry",
    "EnquiryMessage",
    "KeptReading",
    "KnownLayout",
    "LayoutTeaching",
    "Match",
    "ModelRequest",
    "Notice",
    "PaidStep",
    "Posting",
    "ProposalAnswer",
    "ProviderChoice",
    "ProviderConsent",
    "Question",
    "QuestionList",
    "Recheck",
    "Run",
    "ServerTool",
    "Spending",
    "StagedLine",
    "Statement",
    "StatementImport",
    "StatementLine",
    "Step",
    "ToolServer",
    "WorkerSign",
    "counts_somewhere",
]
