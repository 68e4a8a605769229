"""The enquiry endpoints: events, appointments, nutrition and subscriptions.

A subscription is an enquiry too: it holds meals, but no address, time or amount. Nothing is priced or
delivered until staff have agreed the details with the customer.
"""
