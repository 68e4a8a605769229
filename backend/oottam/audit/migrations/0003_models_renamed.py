"""Models and fields in the field's words; tables and columns keep their names, so that nothing is executed."""

from django.db import migrations


class Migration(migrations.Migration):
    # Migrations of before use the former names, in each of these apps.
    dependencies = (
        ("schedule", "0008_change_notices"),
        ("handling", "0016_customer_answers"),
        ("audit", "0002_from_the_admin_site"),
        ("delivery", "0006_forfeited_of_today"),
        ("reporting", "0001_initial"),
    )

    operations = (
        migrations.SeparateDatabaseAndState(
            state_operations=(
                migrations.RenameModel("Entry", "AuditEntry"),
                migrations.AlterModelTable("auditentry", "audit_entry"),
            ),
        ),
    )
