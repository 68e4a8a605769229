"""Django's settings; environment.py lists those that operators can set."""

from oottam.core.db import sqlite_driver

sqlite_driver.install()  # before anything imports sqlite3

from typing import Any  # noqa: E402 - after the driver

from oottam.config import environment  # noqa: E402
from oottam.config.database import database  # noqa: E402
from oottam.config.secret_key import secret_key  # noqa: E402

env = environment.read()
HOST = env.HOST
PORT = env.PORT
THREADS = env.THREADS
BEHIND_TLS = env.BEHIND_TLS
TRUSTED_PROXY = env.TRUSTED_PROXY
TRUSTED_PROXY_COUNT = env.TRUSTED_PROXY_COUNT
ALLOWED_ORIGINS = env.ALLOWED_ORIGINS
CALL_BASES = env.OOTTAM_CALL_BASES
FLAG_PER_ADDRESS = env.FLAG_PER_ADDRESS
CAP_PER_ADDRESS = env.CAP_PER_ADDRESS
FLAG_PER_PERSON = env.FLAG_PER_PERSON
CAP_PER_PERSON = env.CAP_PER_PERSON
KEYS_RETENTION_DAYS = env.KEYS_RETENTION_DAYS
HEALTH_RETENTION_DAYS = env.HEALTH_RETENTION_DAYS
ENQUIRIES_RETENTION_MONTHS = env.ENQUIRIES_RETENTION_MONTHS
ORDERS_RETENTION_MONTHS = env.ORDERS_RETENTION_MONTHS
MAILS_RETENTION_MONTHS = env.MAILS_RETENTION_MONTHS
CLICKS_RETENTION_MONTHS = env.CLICKS_RETENTION_MONTHS
RECORD_RETENTION_MONTHS = env.RECORD_RETENTION_MONTHS
PROOF_RETENTION_MONTHS = env.PROOF_RETENTION_MONTHS
KITCHEN_RETENTION_MONTHS = env.KITCHEN_RETENTION_MONTHS
DOORS_RETENTION_MONTHS = env.DOORS_RETENTION_MONTHS
SESSION_HOURS = env.SESSION_HOURS
SESSION_IDLE_MINUTES = env.SESSION_IDLE_MINUTES
CUT_OFFS = env.CUT_OFFS
MENU_GRACE_HOURS = env.MENU_GRACE_HOURS
MENU_ROTATION = env.MENU_ROTATION
LABEL_STOCK = env.LABEL_STOCK.lower()
LABEL_SHIFT = env.LABEL_SHIFT
SECOND_FACTOR = env.SECOND_FACTOR.lower()
METRICS_TOKEN = env.METRICS_TOKEN.get_secret_value()
VAR, CONTRACT, STOREFRONT = env.OOTTAM_VAR, env.OOTTAM_CONTRACT, env.OOTTAM_STOREFRONT

DATABASES = {"default": database(env.DATABASE_URL.get_secret_value(), VAR)}
POSTGRESQL_BIN = env.POSTGRESQL_BIN
IS_SHARED = "postgresql" in DATABASES["default"]["ENGINE"]  # several servers may use it
# Generated files (background/files.py); the table is background.models.CachedPart's.
GENERATED_FILES, GENERATED_FILES_SECONDS = VAR / "made", 60 * 60
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "made": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache"
        if IS_SHARED
        else "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": "background_cachedpart" if IS_SHARED else str(GENERATED_FILES),
        "TIMEOUT": GENERATED_FILES_SECONDS,
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
}
MAIL = env.mail()
MAIL_WORKER = env.OOTTAM_MAIL_WORKER

DEBUG = False
SECRET_KEY = secret_key(env.SECRET_KEY.get_secret_value(), VAR)
ALLOWED_HOSTS = env.ALLOWED_HOSTS or ["localhost", "127.0.0.1", "[::1]", HOST]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The order of their receivers, too: delivery's needs the plan that plans' has made.
INSTALLED_APPS = [
    "oottam.backoffice.apps.BackofficeConfig",
    "oottam.statuspage.apps.StatuspageConfig",
    "oottam.shop",
    "oottam.maintenance.apps.MaintenanceConfig",
    "oottam.privacy",
    "oottam.reporting.apps.ReportingConfig",
    "oottam.plans.apps.PlansConfig",
    "oottam.schedule.apps.ScheduleConfig",
    "oottam.delivery.apps.DeliveryConfig",
    "oottam.workflow.apps.WorkflowConfig",
    "oottam.billing.apps.BillingConfig",
    "oottam.orders.apps.OrdersConfig",
    "oottam.enquiries.apps.EnquiriesConfig",
    "oottam.api.apps.ApiConfig",
    "oottam.requests",
    "oottam.outbox.apps.OutboxConfig",
    "oottam.menu",
    "oottam.rendering",
    "oottam.catalogue.apps.CatalogueConfig",
    "oottam.background.apps.BackgroundConfig",
    "oottam.accounts.apps.AccountsConfig",
    "oottam.audit",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.forms",  # widget templates
]

# Health checks come first, without sessions, log-in and CSRF protection. Endpoints bypass Django.
# serving/ sets the headers of Django's SecurityMiddleware on every response.
MIDDLEWARE = [
    "oottam.config.health.HealthMiddleware",
    "oottam.config.middleware.CompressionMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "oottam.accounts.sessions.SessionLimits",
    "django.contrib.messages.middleware.MessageMiddleware",
    "oottam.config.middleware.RouteMiddleware",
]

ROOT_URLCONF = "oottam.config.urls"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {
            # Isolates right-to-left text in every value.
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["oottam.core.isolating_templates.Loader"],
                )
            ],
            "builtins": ["oottam.core.isolating_templates"],
            "context_processors": [
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "oottam.backoffice.shared.navigation.navigation",
            ],
        },
    },
]

# Renders widgets with the same loader, so that their options are isolated too.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

LANGUAGE_CODE = "en-gb"  # dates as India writes them: day before month
TIME_ZONE = "Asia/Kolkata"
USE_I18N = True
USE_TZ = True
STATIC_URL = "/static/"

# The back office, the only place with a log-in.
LOGIN_URL = "backoffice:log-in"
CSRF_FAILURE_VIEW = "oottam.config.urls.csrf_failure"
SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = "/backoffice/"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_TLS
# Browsers accept __Secure- cookies over TLS only, so they cannot be replaced over plain HTTP.
if BEHIND_TLS:
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Secure-sessionid", "__Secure-csrftoken"
# Messages name customers, so they stay on the server until the next page shows them.
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
SESSION_COOKIE_AGE = SESSION_HOURS * 60 * 60  # seconds
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name}
    for name in (
        "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "django.contrib.auth.password_validation.MinimumLengthValidator",
        "django.contrib.auth.password_validation.CommonPasswordValidator",
        "django.contrib.auth.password_validation.NumericPasswordValidator",
        "oottam.accounts.passwords.ShopWordsValidator",
    )
]

SILENCED_SYSTEM_CHECKS = [
    "security.W001",  # SecurityMiddleware: serving/ sets its headers, on static files too
    "security.W002",  # X-Frame-Options: the policy's frame-ancestors 'none', in serving/
]
if not BEHIND_TLS:
    SILENCED_SYSTEM_CHECKS += [
        "security.W012",  # browsers do not send secure cookies over plain HTTP
        "security.W016",
    ]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    # Both formatters leave out personal data.
    "formatters": {
        "LINES": {"()": "oottam.config.log_format.Lines"},
        "JSON": {"()": "oottam.config.log_format.JsonLines"},
    },
    "handlers": {
        "stderr": {
            "class": "oottam.config.log_format.BackgroundStreamHandler",
            "formatter": env.LOG_FORMAT,
        }
    },
    "root": {
        "handlers": ["stderr"],
        "level": env.LOG_LEVEL,
    },
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.request": {"level": "CRITICAL"},  # the access log and urls.handler500 report it
        "django.security.DisallowedHost": {"level": "CRITICAL"},  # likewise; it quotes the client
    },
}
