"""The security headers of every reply, whoever gives it: storefront, calls or back office."""

from collections.abc import Sequence

TWO_YEARS = 63_072_000  # seconds


def content_security_policy(frame_origin: str, call_origins: Sequence[str] = ()) -> str:
    """Only what pages use, from this host alone, nothing inline.

    Frames come from `frame_origin`, the map's host; calls may also go to `call_origins`, where the
    storefront was built to use another server.
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
    """The headers as (name, value) pairs; HSTS only where HTTPS is spoken in front."""
    # No Cross-Origin-Resource-Policy: it would keep partners' pages from showing our pictures.
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
