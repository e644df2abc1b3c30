"""Pages for a new password: changed by a signed-in owner, or reset through a letter."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.forms import PasswordChangeForm, PasswordResetForm, SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.views import PasswordChangeView, PasswordResetConfirmView, PasswordResetView
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from people.audit.acts import Act
from people.audit.sign_ins import record_of
from people.forms import ForgottenForm
from people.sign_in.letters import can_write
from people.sign_in.throttle import forgive


@method_decorator(never_cache, name="dispatch")
class ChangePassword(PasswordChangeView):
    """Changes the password; Django ends all other sessions, which are bound to the old one."""

    template_name = "finance/password_change.html"
    success_url = reverse_lazy("security")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        answer = super().form_valid(form)
        record_of(form.user, Act.CHANGED_PASSWORD)
        messages.success(self.request, _("The password was changed. Everywhere else you are signed out."))
        return answer


class Forgotten(PasswordResetView):
    """Shows the same message whether such a login exists or not."""

    template_name = "finance/password_forgotten.html"
    form_class = ForgottenForm
    success_url = reverse_lazy("sign_in")

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        if can_write():
            answer = super().form_valid(form)
            messages.success(self.request, _("If a login has this address, a letter with further steps is on its way."))
            return answer
        return self.render_to_response(self.get_context_data(form=form))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"can_write": can_write()}


class NewPassword(PasswordResetConfirmView):
    """Sets the password without signing in, because the second factor is still missing."""

    template_name = "finance/password_new.html"
    success_url = reverse_lazy("sign_in")

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        answer = super().form_valid(form)
        record_of(form.user, Act.CHANGED_PASSWORD)
        forgive(form.user.get_username())
        messages.success(self.request, _("The password was changed. Sign in with it."))
        return answer
