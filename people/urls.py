"""Addresses of sign-in, security, members, invitations and settings."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from people import views

urlpatterns = [
    path("sign-in/", views.SignIn.as_view(), name="sign_in"),
    path("sign-in/code/", views.sign_in_code, name="sign_in_code"),
    path("sign-in/forgotten/", views.Forgotten.as_view(), name="password_forgotten"),
    path("sign-in/new-password/<str:uidb64>/<str:token>/", views.NewPassword.as_view(), name="password_new"),
    path("security/", views.security, name="security"),
    path("security/password/", views.ChangePassword.as_view(), name="password_change"),
    path("security/second-factor/", views.second_factor, name="second_factor"),
    path("security/second-factor/remove/", views.second_factor_remove, name="second_factor_remove"),
    path("security/recovery-codes/", views.recovery_codes, name="recovery_codes"),
    path("security/sessions/", views.sessions_end, name="sessions_end"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
    path("invitations/<str:token>/", views.invitation, name="invitation"),
    path("preferences/", views.preferences, name="preferences"),
    path("organization/", views.switch_organization, name="switch_organization"),
    path("organization/<uuid:organization_id>/open/", views.open_organization, name="open_organization"),
    path("organization/settings/", views.organization_settings, name="organization_settings"),
    path("organization/log/", views.audit_log, name="audit_log"),
    path("organization/log.<str:format>", views.audit_export, name="audit_export"),
    path("organization/members/", views.members, name="members"),
    path("organization/members/<uuid:membership_id>/", views.member, name="member"),
    path("organization/members/<uuid:membership_id>/remove/", views.member_remove, name="member_remove"),
    path("organization/invitations/<uuid:invitation_id>/withdraw/", views.invitation_withdraw, name="invitation_withdraw"),
]
