"""The audit trail: its content, its permanence, and the detection of tampering."""
