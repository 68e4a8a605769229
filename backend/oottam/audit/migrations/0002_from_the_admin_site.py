"""What the admin site noted of who did what goes into the record, and its table goes."""

from typing import Any

from django.conf import settings
from django.db import migrations
from django.db.models import DateTimeField, Value

ITS_TABLE = "django_admin_log"
# What was changed there, and what the record calls it.
ACTIONS = {
    ("notify", "outboxentry"): "mail.again",
    ("requests", "request"): "request.status",
    ("auth", "user"): "staff.change",
}
NOTED = (
    "SELECT l.action_time, l.user_id, t.app_label, t.model, l.object_id, l.object_repr"
    " FROM django_admin_log l JOIN django_content_type t ON t.id = l.content_type_id ORDER BY l.id"
)


def take_over(apps: Any, schema_editor: Any) -> None:
    """Shops that never had the admin site have no such table."""
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        if ITS_TABLE not in connection.introspection.table_names(cursor):
            return
        cursor.execute(NOTED)
        noted = cursor.fetchall()
    schema_editor.execute(f"DROP TABLE {ITS_TABLE}")
    schema_editor.execute("DELETE FROM django_migrations WHERE app = 'admin'")
    Entry = apps.get_model("audit", "Entry")
    Entry.objects.bulk_create(
        Entry(at=_moment(connection, at), actor_id=person, **_what(app, model, number, name))
        for at, person, app, model, number, name in noted
        if (app, model) in ACTIONS
    )
    apps.get_model("contenttypes", "ContentType").objects.filter(app_label="admin").delete()


def _what(app: str, model: str, number: str, name: str) -> dict[str, Any]:
    action = ACTIONS[app, model]
    if action == "staff.change":
        return {"action": action, "data": {"account": int(number)}}
    return {"action": action, "reference": name.partition(" ")[0][:16]}


def _moment(connection: Any, at: Any) -> Any:
    """As Django reads it from a column of its own: SQLite holds text in UTC."""
    column = Value(at, output_field=DateTimeField())
    for convert in connection.ops.get_db_converters(column):
        at = convert(at, column, connection)
    return at


class Migration(migrations.Migration):
    dependencies = [
        ("audit", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [migrations.RunPython(take_over, migrations.RunPython.noop)]
