"""The four pictures of a report, with what they tell in a sentence."""

from oottam.backoffice.reports.charts import Chart, chart
from oottam.backoffice.reports.presenters import whole
from oottam.backoffice.reports.tables import Table


def of_money(table: Table) -> Chart:
    """Booked, and before it what was received."""
    tells = f"{whole(table, 'Booked')} were booked and {whole(table, 'Received')} received."
    return chart(table, "Booked and received", "Booked", "Received", tells)


def of_requests(table: Table) -> Chart:
    """Requests, and before them what was confirmed."""
    tells = (
        f"{whole(table, 'Requests')} requests came and {whole(table, 'Confirmed')} were confirmed."
    )
    return chart(table, "Requests and confirmations", "Requests", "Confirmed", tells)


def of_meals(table: Table) -> Chart:
    """Boxes cooked, and before them those that reached nobody."""
    lost = "Not received"
    tells = f"{whole(table, 'Cooked')} boxes were cooked, {whole(table, lost)} not received."
    return chart(table, "Boxes", "Cooked", lost, tells)


def of_customers(table: Table) -> Chart:
    """Customers, and before them those who are new."""
    tells = f"{whole(table, 'New')} customers were new, {whole(table, 'Returning')} returned."
    return chart(table, "Customers", "Customers", "New", tells)
