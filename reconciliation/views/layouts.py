"""Known layouts of an organization: the list, the name of a bank, forgetting, export and import."""

from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from people.access import MemberRequest, member_may
from people.addresses import redirect_to
from reconciliation.decisions import known_layouts
from reconciliation.decisions.known_layouts import MOST_BYTES, LayoutsRefused, OfferedLayout
from reconciliation.models import KnownLayout
from reconciliation.presentation.layouts import by_bank


class LayoutsForm(forms.Form):
    """A file of layouts that another organization exported."""

    file = forms.FileField(
        label=gettext_lazy("File of layouts"),
        widget=forms.ClearableFileInput(attrs={"accept": "application/json,.json"}),
        allow_empty_file=False,
    )


@require_safe
@member_may("manage_settings")
def layouts(request: MemberRequest) -> HttpResponse:
    return _page(request, LayoutsForm())


def _page(request: MemberRequest, form: LayoutsForm, offers: list[OfferedLayout] | None = None, content: str = "") -> HttpResponse:
    every = KnownLayout.objects.of(request.organization).prefetch_related("teachings__statement__statement_import", "teachings__taught_by")
    context = {
        "section": "organization",
        "part": "layouts",
        "banks": by_bank(layout for layout in every if layout.teachings.all() or layout.imported_at),
        "form": form,
        "offers": offers,
        "content": content,
    }
    return render(request, "reconciliation/layouts.html", context)


@require_safe
@member_may("manage_settings")
def export_layouts(request: MemberRequest) -> HttpResponse:
    content = known_layouts.exported(organization=request.organization, actor=request.user)
    return HttpResponse(
        content, content_type="application/json", headers={"Content-Disposition": 'attachment; filename="tieout-layouts.json"'}
    )


@require_POST
@member_may("manage_settings")
def import_layouts(request: MemberRequest) -> HttpResponse:
    """Show what a file offers, and store it once that was confirmed."""
    form = LayoutsForm(request.POST, request.FILES)
    if "content" in request.POST:
        content = request.POST["content"].encode()
    elif form.is_valid():
        content = form.cleaned_data["file"].read(MOST_BYTES + 1)
    else:
        return _page(request, form)
    try:
        offers = known_layouts.offered(content)
    except LayoutsRefused:
        form.add_error(None, _("This file is not an export of layouts."))
        return _page(request, form)
    if "content" not in request.POST:
        return _page(request, form, offers, content.decode())
    known_layouts.import_offered(organization=request.organization, layouts=offers, actor=request.user)
    count = len(offers)
    messages.success(request, ngettext("%(count)d layout was imported.", "%(count)d layouts were imported.", count) % {"count": count})
    return redirect_to("layouts")


@require_POST
@member_may("manage_settings")
def rename_layout(request: MemberRequest, layout_id: UUID) -> HttpResponse:
    layout = get_object_or_404(KnownLayout.objects.of(request.organization), pk=layout_id)
    try:
        known_layouts.rename_bank(layout=layout, bank=request.POST.get("bank", ""), actor=request.user)
    except LayoutsRefused:
        messages.error(request, _("A name has at most 100 characters, all of them printable."))
    else:
        messages.success(request, _("Saved."))
    return redirect_to("layouts")


@require_POST
@member_may("manage_settings")
def forget_layout(request: MemberRequest, layout_id: UUID) -> HttpResponse:
    layout = get_object_or_404(KnownLayout.objects.of(request.organization), pk=layout_id)
    known_layouts.forget(layout=layout, actor=request.user)
    messages.success(request, _("The layout was forgotten."))
    return redirect_to("layouts")
