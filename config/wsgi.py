"""The WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application

from config.starting import require_safe_settings, write_for_own_user

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
require_safe_settings()
write_for_own_user()
