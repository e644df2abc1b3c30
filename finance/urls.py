"""Pages of the ledger, and the way in."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

urlpatterns = [
    path("sign-in/", LoginView.as_view(template_name="finance/sign_in.html"), name="sign_in"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
]
