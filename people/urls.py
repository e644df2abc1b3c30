"""Addresses of settings, members, invitations and the log of an organization, and of a person's own login and preferences."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from people.views import organization, practice, sign_in

urlpatterns = [
    path("settings/", organization.organization_settings, name="organization_settings"),
    path("close/", practice.organization_close, name="organization_close"),
    path("log/", organization.audit_log, name="audit_log"),
    path("log.<str:format>", organization.audit_export, name="audit_export"),
    path("members/", organization.members, name="members"),
    path("members/<uuid:membership_id>/", organization.member, name="member"),
    path("members/<uuid:membership_id>/remove/", organization.member_remove, name="member_remove"),
    path("invitations/<uuid:invitation_id>/withdraw/", organization.invitation_withdraw, name="invitation_withdraw"),
]
outside = [
    path("", organization.start, name="start"),
    path("sign-in/", sign_in.SignIn.as_view(), name="sign_in"),
    path("sign-in/code/", sign_in.sign_in_code, name="sign_in_code"),
    path("sign-in/forgotten/", sign_in.Forgotten.as_view(), name="password_forgotten"),
    path("sign-in/new-password/<str:uidb64>/<str:token>/", sign_in.NewPassword.as_view(), name="password_new"),
    path("security/", sign_in.security, name="security"),
    path("security/password/", sign_in.ChangePassword.as_view(), name="password_change"),
    path("security/second-factor/", sign_in.second_factor, name="second_factor"),
    path("security/second-factor/remove/", sign_in.second_factor_remove, name="second_factor_remove"),
    path("security/recovery-codes/", sign_in.recovery_codes, name="recovery_codes"),
    path("security/sessions/", sign_in.sessions_end, name="sessions_end"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
    path("invitations/<str:token>/", organization.invitation, name="invitation"),
    path("preferences/", organization.preferences, name="preferences"),
    path("practice/", practice.staff, name="practice_staff"),
    path("practice/clients/", practice.new_clients, name="practice_clients"),
    path("practice/invitations/", practice.letters, name="practice_letters"),
    path("practice/invitations/<uuid:letter>/withdraw/", practice.letter_withdraw, name="practice_letter_withdraw"),
    path("clients/find/", practice.find_client, name="find_client"),
]
