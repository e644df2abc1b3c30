"""All settings, from the environment; docs/settings.md describes each."""

import logging
import os
import secrets
from pathlib import Path
from urllib.parse import quote

import environ
from django.utils.translation import gettext_lazy as _
from environ.fileaware_mapping import FileAwareMapping
from kombu import Queue

from config.logs import logging_config
from config.private_files import private_folder
from config.storage import documents_storage
from people.sign_in import LIMIT, PARAMETERS, PAUSE


class Files(FileAwareMapping):  # type: ignore[misc]  # django-environ has no types
    """`NAME_FILE` names the file that holds `NAME`, without the trailing newline that editors add."""

    def __getitem__(self, key: str) -> str:
        return str(super().__getitem__(key)).rstrip("\r\n")


class Environment(environ.Env):  # type: ignore[misc]
    ENVIRON = Files()


def kept_secret(path: Path, size: int = 50) -> str:
    """Return the key stored at `path`, made of `size` random bytes on first use and readable by its owner only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    made = path.with_name(f"{path.name}.{os.getpid()}")
    if not path.exists():
        descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(size))
        try:
            os.link(made, path)  # fails if another process was first; then its key counts
        except FileExistsError:
            return path.read_text()
        finally:
            made.unlink()
    return path.read_text()


BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment()
environ.Env.read_env(env.str("ENV_FILE", default=str(BASE_DIR / ".env")))

# Longest silence of a worker -----------------------------------------------------------------
CLAIM_SECONDS = env.int("CLAIM_SECONDS", default=120)
CLAIM_ATTEMPTS = env.int("CLAIM_ATTEMPTS", default=3)
CLAIM_LONGEST = 30 * 60  # seconds: a worker that is at one import for longer is given up
SWEEP_SECONDS = env.int("SWEEP_SECONDS", default=10)
RING_SECONDS = env.int("RING_SECONDS", default=60)
LEFTOVER_SECONDS = env.int("LEFTOVER_SECONDS", default=604800)

# Folders -------------------------------------------------------------------------------------
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "data")))
MEDIA_ROOT = Path(env.str("MEDIA_ROOT", default=str(DATA_DIR / "media")))
REDIS_URL = env.str("REDIS_URL", default="")
private_folder(DATA_DIR)
DATABASES = {"default": env.db_url_config(env.str("DATABASE_URL", default="") or f"sqlite:///{quote(str(DATA_DIR / 'tieout.sqlite3'))}")}
if password := env.str("DATABASE_PASSWORD", default=""):
    DATABASES["default"]["PASSWORD"] = password
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",  # a write never starts as a read that cannot be upgraded
        "timeout": 30,  # seconds a writer waits for another
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    DATABASES["default"] |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
    # a process that hangs in the middle of a transaction lets go of its rows once its lease is over
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("options", f"-c idle_in_transaction_session_timeout={CLAIM_SECONDS * 1000}")

# Hosts, keys and proxies ---------------------------------------------------------------------
PRODUCTION = env.bool("PRODUCTION", default=False)
DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or ("" if PRODUCTION else kept_secret(DATA_DIR / "secret_key"))
ENCRYPTION_KEYS = env.list("ENCRYPTION_KEYS", default=[]) or ([] if PRODUCTION else [kept_secret(DATA_DIR / "encryption_key", 32)])
PROOF_KEY = env.str("PROOF_KEY", default="") or ("" if PRODUCTION else kept_secret(DATA_DIR / "proof_key", 32))
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[] if PRODUCTION else ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SECURE_HSTS_SECONDS = 31_536_000 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = PRODUCTION
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
PROXY_ADDRESSES = env.list("PROXY_ADDRESSES", default=[])
PROXY_HEADER = env.str("PROXY_HEADER", default="X-Forwarded-For")
OWNERS_CREATE_CLIENTS = env.bool("OWNERS_CREATE_CLIENTS", default=True)
X_FRAME_OPTIONS = "DENY"
REQUEST_MAX_BYTES = env.int("REQUEST_MAX_BYTES", default=250_000_000)
SECURE_CSP = {  # in the form of Django 6, whose own middleware reads this name
    "default-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
    "object-src": ["'none'"],
}
CONTENT_SECURITY_POLICY = {"DIRECTIVES": SECURE_CSP}

# Applications --------------------------------------------------------------------------------
INSTALLED_APPS = [
    "config.apps.Administration",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "axes",
    "ninja",
    "config.apps.Wiring",
    "people",
    "finance",
    "reconciliation",
    "api",
    "connectors",
]
MIDDLEWARE = [
    "config.middleware.Requests",
    "config.health.Machines",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.middleware.Permissions",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "api.middleware.Tokens",
    "config.middleware.Bodies",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "people.middleware.CurrentOrganization",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
FORM_RENDERER = "people.forms.Renderer"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["people.templatetags.addresses"],
        },
    },
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]
PASSWORD_RESET_TIMEOUT = 3 * 3600  # seconds for which the address in a letter works
AUTHENTICATION_BACKENDS = ["axes.backends.AxesBackend", "django.contrib.auth.backends.ModelBackend"]
AXES_HANDLER = "people.sign_in.throttle.Throttle"
AXES_LOCKOUT_PARAMETERS = PARAMETERS
AXES_FAILURE_LIMIT = LIMIT
AXES_COOLOFF_TIME = PAUSE
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # further tries do not extend the lockout
AXES_RESET_ON_SUCCESS = True
AXES_USERNAME_CALLABLE = "people.sign_in.throttle.name_of"
AXES_CLIENT_IP_CALLABLE = "people.client_address.counted_address_of"
AXES_LOCKOUT_CALLABLE = "people.sign_in.throttle.turned_away"
AXES_SENSITIVE_PARAMETERS = ["username", "password", "csrfmiddlewaretoken", "code", "next"]
AXES_DISABLE_ACCESS_LOG = True  # the audit log has it
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
ADMIN_REQUIRES_SECOND_FACTOR = env.bool("ADMIN_REQUIRES_SECOND_FACTOR", default=PRODUCTION)
SESSION_COOKIE_AGE = env.int("SESSION_SECONDS", default=1_209_600)
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "start"
LOGOUT_REDIRECT_URL = "sign_in"

# Letters ------------------------------------------------------------------------------------
EMAIL_URL = env.str("EMAIL_URL", default="")
if EMAIL_URL:
    vars().update(env.email_url_config(EMAIL_URL))
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="tieout@localhost")
PUBLIC_URL = env.str("PUBLIC_URL", default="").rstrip("/")
EMAIL_TIMEOUT = 10  # seconds that a page waits for a mail server

# Words and clocks ----------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("en-gb", _("English (United Kingdom)")),
    ("de", _("German")),
    ("fr", _("French")),
    ("es", _("Spanish")),
    ("it", _("Italian")),
    ("nl", _("Dutch")),
    ("pt-br", _("Portuguese (Brazil)")),
    ("ja", _("Japanese")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.str("TIME_ZONE", default="UTC")
USE_TZ = True

# Other programs ------------------------------------------------------------------------------
API_RATE = env.str("API_RATE", default="600/m")
CONNECTION_ADDRESSES = env.list("CONNECTION_ADDRESSES", default=[])

# Files ---------------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(DATA_DIR / "static")))
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # whitenoise warns of a folder that is not there
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = not PRODUCTION
STORAGES = {
    "default": documents_storage(env.str("STORAGE_URL", default="")),
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# The queue: the import row is the record, the broker only a doorbell --------------------------
CELERY_BROKER_URL = REDIS_URL or "wholefiles://localhost"  # config/celery.py
QUEUE_DIR = DATA_DIR / "queue"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {  # an upload must not wait for a broker that is down: one more try, at once
        "visibility_timeout": 2 * CLAIM_LONGEST,  # longer than the longest task, or it is delivered twice
        "priority_steps": list(range(10)),  # reconciliation/queue/notify.py
        "unacked_restore_interval": 10,  # seconds between searches for tasks of killed workers
        "unacked_restore_throttle": 1,  # at each of them
        "socket_connect_timeout": 2,
        "socket_timeout": 10,  # for a server that accepted the connection and does not answer; a worker asks every second
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0.1,
        "interval_max": 0.2,
    }
    if REDIS_URL
    else {
        "data_folder_in": str(QUEUE_DIR / "waiting"),
        "data_folder_out": str(QUEUE_DIR / "waiting"),
        "control_folder": str(QUEUE_DIR / "control"),
        "polling_interval": 0.1,
    }
)
if not REDIS_URL:
    for folder in (QUEUE_DIR, QUEUE_DIR / "waiting", QUEUE_DIR / "control"):
        private_folder(folder)
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker however long that is away
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]  # ids and nothing else: who can write to the broker makes no worker load an object
CELERY_TASK_DEFAULT_QUEUE = "documents"  # opening, reading, matching: as many processes as there are processors
CELERY_TASK_QUEUES = tuple(
    Queue(name, routing_key=name) for name in ("documents", "models", "deliveries")
)  # `models`: threads that wait; `deliveries`: one thread sends webhooks; a worker that names none takes all
CELERY_TASK_ROUTES = {
    "reconciliation.tasks.ask_model": {"queue": "models"},
    "api.tasks.deliver_due": {"queue": "deliveries"},
    "connectors.tasks.run_due": {"queue": "models"},
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True  # the task of a killed worker returns to the queue; a second delivery finds nothing to claim
CELERY_WORKER_PREFETCH_MULTIPLIER = 1  # a worker reserves no further task: a slow document delays none behind it
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_ENABLE_REMOTE_CONTROL = bool(REDIS_URL)  # on files it would be a second thing to poll
CELERY_WORKER_HIJACK_ROOT_LOGGER = False  # LOGGING below holds for the worker too
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 10.0  # seconds that a running task has to end in
CELERY_BEAT_SCHEDULER = "celery.beat.Scheduler"  # tasks that may always run: nothing to remember in a file
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "reconciliation.tasks.sweep", "schedule": SWEEP_SECONDS, "options": {"expires": max(10, SWEEP_SECONDS)}},
    "retention": {"task": "reconciliation.tasks.delete_due_documents", "schedule": 3600.0, "options": {"expires": 3600}},
    "webhooks": {"task": "api.tasks.deliver_due", "schedule": SWEEP_SECONDS, "options": {"expires": max(10, SWEEP_SECONDS)}},
    "connections": {"task": "connectors.tasks.run_due", "schedule": 30.0, "options": {"expires": 30}},
    "kept answers": {"task": "api.tasks.forget_old", "schedule": 3600.0, "options": {"expires": 3600}},
    "leftovers": {"task": "reconciliation.tasks.discard_leftovers", "schedule": 3600.0, "options": {"expires": 3600}},
}

# Documents -----------------------------------------------------------------------------------
DOCUMENT_MAX_BYTES = env.int("DOCUMENT_MAX_BYTES", default=25_000_000)
DOCUMENT_MAX_PAGES = env.int("DOCUMENT_MAX_PAGES", default=500)
DOCUMENTS_MAX_WAITING = env.int("DOCUMENTS_MAX_WAITING", default=10_000)
DOCUMENT_MAX_CHARACTERS = env.int("DOCUMENT_MAX_CHARACTERS", default=2_000_000)
DOCUMENT_MAX_SECONDS = env.int("DOCUMENT_MAX_SECONDS", default=30)
DOCUMENT_MAX_MEMORY = env.int("DOCUMENT_MAX_MEMORY", default=1_000_000_000)
OCR_MAX_PAGES = env.int("OCR_MAX_PAGES", default=20)
OCR_MAX_SECONDS = env.int("OCR_MAX_SECONDS", default=150)
OCR_MAX_MEMORY = env.int("OCR_MAX_MEMORY", default=2_000_000_000)
SANDBOX_REQUIRED = env.bool("SANDBOX_REQUIRED", default=False)

# The model -----------------------------------------------------------------------------------
PROVIDER = env.str("PROVIDER", default="builtin")
PROVIDER_ALWAYS = env.bool("PROVIDER_ALWAYS", default=False)
PROVIDER_READS = env.bool("PROVIDER_READS", default=True)
PROVIDER_MODEL = env.str("PROVIDER_MODEL", default="")
PROVIDER_API = env.str("PROVIDER_API", default="")
PROVIDER_BASE_URL = env.str("PROVIDER_BASE_URL", default="")
PROVIDER_API_KEY = env.str("PROVIDER_API_KEY", default="")
PROVIDER_TOOLS = env.str("PROVIDER_TOOLS", default="")
PROVIDER_SCHEMA = env.str("PROVIDER_SCHEMA", default="")
PROVIDER_SECONDS = env.int("PROVIDER_SECONDS", default=120)
PROVIDER_SILENCE = env.int("PROVIDER_SILENCE", default=60)
PROVIDER_TRIES = env.int("PROVIDER_TRIES", default=3)
PROVIDER_READS_MODEL = env.str("PROVIDER_READS_MODEL", default="")
PROVIDER_CHAT_MODEL = env.str("PROVIDER_CHAT_MODEL", default="")
PROVIDER_OPTIONS = env.str("PROVIDER_OPTIONS", default="")
PROVIDER_READS_OPTIONS = env.str("PROVIDER_READS_OPTIONS", default="")
PROVIDER_CHAT_OPTIONS = env.str("PROVIDER_CHAT_OPTIONS", default="")
PROVIDER_RECORD = env.str("PROVIDER_RECORD", default="")
PROVIDER_REPLAY = env.str("PROVIDER_REPLAY", default="")
PROVIDER_FALLBACKS = env.list("PROVIDER_FALLBACKS", default=[])
PROVIDER_ALLOWED = env.list("PROVIDER_ALLOWED", default=[])
PROVIDER_ADDRESSES = env.list("PROVIDER_ADDRESSES", default=[])
PROVIDER_DAILY_LIMIT = env.str("PROVIDER_DAILY_LIMIT", default="")
PROVIDER_RUN_LIMIT = env.str("PROVIDER_RUN_LIMIT", default="")
PROVIDER_PRICE = env.str("PROVIDER_PRICE", default="")
PROVIDER_SHOWS_REASONING = env.bool("PROVIDER_SHOWS_REASONING", default=False)
PROVIDER_MAX_INPUT_TOKENS = env.int("PROVIDER_MAX_INPUT_TOKENS", default=0)
PROVIDER_MAX_OUTPUT_TOKENS = env.int("PROVIDER_MAX_OUTPUT_TOKENS", default=0)
TRACES = env.bool("TRACES", default=False)
TOOL_SERVERS = env.bool("TOOL_SERVERS", default=False)
TOOL_SERVER_ADDRESSES = env.list("TOOL_SERVER_ADDRESSES", default=[])

# Tests turn this on: a query of an organization's rows that names no organization raises ------
TENANT_GUARD = env.bool("TENANT_GUARD", default=False)
# and break the work off at a named place ------------------------------------------------------
FAILPOINT = env.str("FAILPOINT", default="")

# Metrics: off without a token -----------------------------------------------------------------
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
METRICS_DIR = DATA_DIR / "metrics"
if METRICS_TOKEN:
    private_folder(METRICS_DIR)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(METRICS_DIR)  # where prometheus_client looks for it

# The log -------------------------------------------------------------------------------------
LOG_FORMAT = env.str("LOG_FORMAT", default="plain")
logging.captureWarnings(LOG_FORMAT == "json")  # else Python writes them beside the log
LOGGING = logging_config(LOG_FORMAT, env.str("LOG_LEVEL", default="INFO"))
