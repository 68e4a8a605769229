"""The sample shop: a month of requests of all kinds in every state, so that anybody can try the desk at once.

Everybody in it is invented; the numbers cannot be dialled and the mailboxes lie in example.com.
"""
