"""Pages of imports and their verdicts."""

from django.urls import path

from reconciliation import views

urlpatterns = [
    path("", views.imports, name="imports"),
    path("upload/", views.upload, name="upload"),
    path("statements/<uuid:import_id>/", views.import_detail, name="import_detail"),
    path("statements/<uuid:import_id>/status/", views.import_status, name="import_status"),
    path("statements/<uuid:import_id>/document/", views.import_document, name="import_document"),
    path("statements/<uuid:import_id>/process-again/", views.process_again, name="process_again"),
    path("statements/<uuid:import_id>/unlock/", views.unlock, name="unlock"),
    path("statements/<uuid:import_id>/choose-account/", views.choose_account, name="choose_account"),
    path("statements/<uuid:import_id>/<int:position>/start-account/", views.start_account, name="start_account"),
    path("statements/<uuid:import_id>/questions/", views.ask, name="ask"),
    path("statements/<uuid:import_id>/questions/<uuid:question_id>/stop/", views.stop, name="stop_answer"),
]
