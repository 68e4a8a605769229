"""The four charts of a report, each with a sentence that says the same."""

from oottam.backoffice.reports.charts import Chart, chart
from oottam.backoffice.reports.presenters import format_total
from oottam.backoffice.reports.tables import Table


def of_money(table: Table) -> Chart:
    description = f"{format_total(table, 'Booked')} were booked and {format_total(table, 'Received')} received."
    return chart(table, "Booked and received", "Booked", "Received", description)


def of_requests(table: Table) -> Chart:
    description = f"{format_total(table, 'Requests')} requests came and {format_total(table, 'Confirmed')} were confirmed."
    return chart(table, "Requests and confirmations", "Requests", "Confirmed", description)


def of_meals(table: Table) -> Chart:
    lost = "Not received"
    description = f"{format_total(table, 'Cooked')} boxes were cooked, {format_total(table, lost)} not received."
    return chart(table, "Boxes", "Cooked", lost, description)


def of_customers(table: Table) -> Chart:
    description = f"{format_total(table, 'New')} customers were new, {format_total(table, 'Returning')} returned."
    return chart(table, "Customers", "Customers", "New", description)
