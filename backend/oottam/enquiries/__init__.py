"""Enquiries: the calls that ask for something which staff then agree with the customer.

Events, appointments, nutrition, and subscriptions too: a subscription keeps chosen meals, but names
no address, no time and no amount. There is nothing to price or to deliver until staff have called;
what is agreed then becomes an order.
"""
