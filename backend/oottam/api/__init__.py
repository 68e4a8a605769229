"""The eight public endpoints: strict parsing, form validation, domain checks, one stored request, one response.

`forms` reads the bodies, `writing` stores the requests.
"""
