"""Security headers of every response."""

from collections.abc import Sequence

TWO_YEARS = 63_072_000  # seconds


def content_security_policy(frame_origin: str, call_origins: Sequence[str] = ()) -> str:
    """Return a policy for resources of this host, without inline code.

    `frame_origin` is the map's host; `call_origins` are further servers that the storefront's
    build names for its endpoints.
    """
    return "; ".join(
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "manifest-src 'self'",
            f"frame-src {frame_origin}",
            " ".join(["connect-src 'self'", *call_origins]),
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    )


def security_headers(
    *, frame_origin: str, behind_tls: bool, call_origins: Sequence[str] = ()
) -> list[tuple[str, str]]:
    """Return (name, value) pairs; HSTS only behind a TLS proxy."""
    # No Cross-Origin-Resource-Policy: it would stop partner sites from embedding our pictures.
    headers = [
        ("Content-Security-Policy", content_security_policy(frame_origin, call_origins)),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "strict-origin-when-cross-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ]
    if behind_tls:
        headers.append(("Strict-Transport-Security", f"max-age={TWO_YEARS}; includeSubDomains"))
    return headers
