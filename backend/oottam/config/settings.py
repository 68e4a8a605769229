"""Django's settings. What an operator may set is listed in env.py and nowhere else."""

from oottam.common import sqlite_driver

sqlite_driver.install()  # before anything imports sqlite3

from datetime import time  # noqa: E402 - the driver has to be first
from typing import Any  # noqa: E402 - the driver has to be first

from django.core.exceptions import ImproperlyConfigured  # noqa: E402

from oottam.config import env  # noqa: E402
from oottam.config.database import database  # noqa: E402
from oottam.config.mail import mail  # noqa: E402
from oottam.config.secret_key import secret_key  # noqa: E402

HOST = env.text("HOST", "127.0.0.1")
PORT = env.number("PORT", 8000, 1, 65535)
THREADS = env.number("THREADS", 8, 1, 512)
BEHIND_TLS = env.flag("BEHIND_TLS")
TRUSTED_PROXY = env.internet_address("TRUSTED_PROXY")
TRUSTED_PROXY_COUNT = env.number("TRUSTED_PROXY_COUNT", 1, 1, 10)
ALLOWED_ORIGINS = env.origins("ALLOWED_ORIGINS")
FLAG_PER_ADDRESS = env.number("FLAG_PER_ADDRESS", 100, 0, 1_000_000)
CAP_PER_ADDRESS = env.number("CAP_PER_ADDRESS", 1000, 0, 1_000_000)
FLAG_PER_PERSON = env.number("FLAG_PER_PERSON", 10, 0, 1_000_000)
CAP_PER_PERSON = env.number("CAP_PER_PERSON", 10, 0, 1_000_000)
KEYS_KEPT_DAYS = env.number("KEYS_KEPT_DAYS", 30, 1, 3650)
HEALTH_KEPT_DAYS = env.number("HEALTH_KEPT_DAYS", 90, 0, 3650)
ENQUIRIES_KEPT_MONTHS = env.number("ENQUIRIES_KEPT_MONTHS", 12, 0, 240)
ORDERS_KEPT_MONTHS = env.number("ORDERS_KEPT_MONTHS", 36, 0, 240)
MAILS_KEPT_MONTHS = env.months("MAILS_KEPT_MONTHS", 12, 3)
CLICKS_KEPT_MONTHS = env.months("CLICKS_KEPT_MONTHS", 12, 3)
RECORD_KEPT_MONTHS = env.months("RECORD_KEPT_MONTHS", 48, 12)
PROOF_KEPT_MONTHS = env.months("PROOF_KEPT_MONTHS", 96, 72)
KITCHEN_KEPT_MONTHS = env.months("KITCHEN_KEPT_MONTHS", 24, 12)
DOORS_KEPT_MONTHS = env.months("DOORS_KEPT_MONTHS", 36, 24)
SESSION_HOURS = env.number("SESSION_HOURS", 12, 1, 168)
SESSION_IDLE_MINUTES = env.number("SESSION_IDLE_MINUTES", 120, 5, 10_080)
CUT_OFFS = env.times("CUT_OFFS", time(18), ("breakfast", "lunch", "dinner", "event"))
MENU_ROTATION = env.monday("MENU_ROTATION")
LABEL_STOCK = env.choice("LABEL_STOCK", "A4-21", ("A4-21", "100X50", "50X50")).lower()
LABEL_SHIFT = env.shift("LABEL_SHIFT", 20)
SECOND_FACTOR = env.choice("SECOND_FACTOR", "OWNERS", ("OFF", "OWNERS", "ALL")).lower()
METRICS_TOKEN = env.text("METRICS_TOKEN", "")
VAR = env.folder("OOTTAM_VAR", env.CHECKOUT / "var")
CONTRACT = env.folder("OOTTAM_CONTRACT", env.CHECKOUT / "contract")
STOREFRONT = env.folder("OOTTAM_STOREFRONT", env.CHECKOUT / "frontend" / "dist")

if BEHIND_TLS and not TRUSTED_PROXY:
    raise ImproperlyConfigured(
        "BEHIND_TLS=1 needs TRUSTED_PROXY, the address of the proxy that speaks HTTPS in front, "
        "such as TRUSTED_PROXY=127.0.0.1."
    )

DATABASES = {"default": database(env.text("DATABASE_URL", ""), VAR)}
POSTGRESQL_BIN = env.text("POSTGRESQL_BIN", "")
IS_SHARED = "postgresql" in DATABASES["default"]["ENGINE"]  # several servers may be at it
# For an hour each (background/files.py); the table is models.CachedPart's.
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
MAIL = mail(VAR, is_shared=IS_SHARED)
MAIL_WORKER = env.flag("OOTTAM_MAIL_WORKER", default=True)

DEBUG = False
SECRET_KEY = secret_key(env.text("SECRET_KEY", ""), VAR, is_shared=IS_SHARED)
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]", HOST]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "oottam.backoffice.apps.BackofficeConfig",
    "oottam.statuspage.apps.StatuspageConfig",
    "oottam.shop.apps.ShopConfig",
    "oottam.operations.apps.OperationsConfig",
    "oottam.privacy.apps.PrivacyConfig",
    "oottam.reporting.apps.ReportingConfig",
    "oottam.schedule.apps.ScheduleConfig",
    "oottam.delivery.apps.DeliveryConfig",
    "oottam.handling.apps.HandlingConfig",
    "oottam.orders.apps.OrdersConfig",
    "oottam.enquiries.apps.EnquiriesConfig",
    "oottam.intake.apps.IntakeConfig",
    "oottam.requests.apps.RequestsConfig",
    "oottam.notify.apps.NotifyConfig",
    "oottam.catalogue.apps.CatalogueConfig",
    "oottam.background.apps.BackgroundConfig",
    "oottam.staff.apps.StaffConfig",
    "oottam.audit.apps.AuditConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.forms",  # the templates of its widgets
]

# The first answers before sessions, log-in and CSRF protection, which it does not use. Calls do not
# come here at all. What Django's SecurityMiddleware would set is set for every reply (serving/).
MIDDLEWARE = [
    "oottam.config.health.HealthMiddleware",
    "oottam.config.compression.CompressionMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "oottam.staff.sessions.SessionLimits",
    "django.contrib.messages.middleware.MessageMiddleware",
    "oottam.config.routes.RouteMiddleware",
]

ROOT_URLCONF = "oottam.config.urls"
WSGI_APPLICATION = "oottam.serving.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {
            # Every value is isolated from the words beside it.
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["oottam.common.isolating_templates.Loader"],
                )
            ],
            "builtins": ["oottam.common.isolating_templates"],
            "context_processors": [
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "oottam.backoffice.frame.navigation.frame",
            ],
        },
    },
]

# Widgets by the same templates' loader, so that what can be chosen is isolated, too.
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
if (
    BEHIND_TLS
):  # browsers take such names over TLS alone: nobody in between puts another cookie in their place
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Secure-sessionid", "__Secure-csrftoken"
# What was done is said once, on the next page; it names customers, and stays here until then.
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
SESSION_COOKIE_AGE = SESSION_HOURS * 60 * 60  # seconds
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name}
    for name in (
        "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "django.contrib.auth.password_validation.MinimumLengthValidator",
        "django.contrib.auth.password_validation.CommonPasswordValidator",
        "django.contrib.auth.password_validation.NumericPasswordValidator",
        "oottam.staff.passwords.ShopWordsValidator",
    )
]

SILENCED_SYSTEM_CHECKS = [
    "security.W001",  # SecurityMiddleware: serving/ sets its headers, on static files too
    "security.W002",  # X-Frame-Options: the policy's frame-ancestors 'none', in serving/
]
if not BEHIND_TLS:
    SILENCED_SYSTEM_CHECKS += [
        "security.W012",  # secure cookies would never come back over plain HTTP
        "security.W016",
    ]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    # Every record is written by one of these two, which keep personal data out.
    "formatters": {
        "LINES": {"()": "oottam.operations.logs.Lines"},
        "JSON": {"()": "oottam.operations.logs.JsonLines"},
    },
    "handlers": {
        "stderr": {
            "class": "oottam.operations.logs.WrittenApart",
            "formatter": env.choice("LOG_FORMAT", "LINES", ("LINES", "JSON")),
        }
    },
    "root": {
        "handlers": ["stderr"],
        "level": env.choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR")),
    },
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.request": {"level": "CRITICAL"},  # the access log and urls.handler500 tell it
        "django.security.DisallowedHost": {"level": "CRITICAL"},  # likewise; it quotes the client
        "waitress": {"level": "WARNING"},  # below, it quotes addresses
        "waitress.queue": {"level": "ERROR"},  # a queue of requests is what a busy hour looks like
    },
}
