"""Takes the eight calls in: strict parse, typed form, domain, one stored request, one reply.

The modules here are the road of a call; what reads its body is in `forms`, what writes it in `writing`.
"""
