"""Takes the eight calls in: strict parse, typed form, domain, one stored request, one reply.

The modules here handle a request of the eight endpoints; what reads its body is in `forms`, what writes it in `writing`.
"""
