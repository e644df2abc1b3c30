"""Organizations, members and roles, tenancy, sign-in, invitations, the audit log, encryption."""
