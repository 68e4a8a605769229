"""The shop's text pages: terms, privacy notice and licences."""
