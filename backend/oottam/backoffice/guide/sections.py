"""The guide's section of each page."""

from collections.abc import Mapping

# Heading id of the guide -> URL names.
_PAGES_OF_SECTION: Mapping[str, str] = {
    "log-in": "log-in second-step log-out link guide",
    "today": "home customers",
    "requests": "inbox bulk-action export views view-save view-rename view-delete poll-new-count",
    "a-request": (
        "request confirm copy-details complete cancel take-answers undo-transition send-now reopen assign follow-up details event"
        " slot settle-slot health merge unmerge reorder"
    ),
    "money": (
        "price adjust undo-price payment undo-payment refund undo-refund money cash cash-day hand-over hand-over-undo"
    ),
    "messages": "message resend-mail",
    "notes-and-history": "note",
    "plans": (
        "plans plan plan-skip plan-pause plan-resume plan-move plan-box plan-days plan-weekdays plan-forfeit plan-make-up plan-undo"
        " plan-accept"
    ),
    "closed-days": "closed-days close-day open-day notices notices-mail notices-chat",
    "calendar": "calendar",
    "new-order": "new-order new",
    "kitchen": (
        "kitchen kitchen-day kitchen-choose kitchen-unchoose kitchen-put-back kitchen-cook kitchen-uncook"
        " kitchen-replace kitchen-choose-one"
    ),
    "recipes": "kitchen-recipe",
    "dishes": (
        "kitchen-items kitchen-ingredients kitchen-new-ingredient kitchen-ingredient kitchen-item kitchen-merge"
        " kitchen-unmerge"
    ),
    "shopping": "shopping-days shopping",
    "labels": "labels labels-pdf labels-test file file-content",
    "runs": (
        "runs-today run-worker own-runs no-result no-result-delivered no-result-failed no-result-undo no-result-rule"
        " failed failed-redeliver failed-replace failed-forfeit failed-reopen routes"
        " route-add route-change route-move route-close route-open runs runs-paper run-assign run-assign-usual stop-place stop-move"
        " stop-hint stop-record-outcome stop-undo run run-take-over take-over-agree take-over-refuse run-record-outcome run-undo run-cash"
        " run-cash-undo run-record-taps"
    ),
    "menu": (
        "menu menu-differences menu-publish menu-discard menu-preview menu-preview-page menu-editions menu-edition"
        " menu-withdraw menu-restore menu-off menu-new-dish menu-dish menu-dish-photo menu-dish-off menu-dish-back"
        " menu-dish-move menu-photo menu-categories menu-category-add menu-category-rename menu-category-remove"
        " menu-category-move menu-recipes menu-recipe menu-ingredients menu-new-ingredient menu-ingredient"
        " menu-ingredient-remove menu-spreadsheet menu-spreadsheet-file menu-spreadsheet-read menu-spreadsheet-accept"
        " menu-category-move menu-spreadsheet menu-spreadsheet-file menu-spreadsheet-read menu-spreadsheet-accept"
    ),
    "weekly-menu": (
        "menu-weekly menu-weekly-copy menu-weekly-swap menu-weekly-picture menu-combos menu-choices menu-new-choice"
        " menu-choice menu-choice-off menu-choice-back menu-choice-move menu-plans"
    ),
    "the-shop": "menu-shop menu-words menu-words-screen menu-legal menu-pictures menu-picture menu-picture-back",
    "sold-out": "sold-out sold-out-mark sold-out-take-back",
    "mails": "mails resend-mails",
    "your-account": (
        "account password end-session end-others second-factor second-factor-begin second-factor-on second-factor-off"
        " recovery-codes"
    ),
    "staff": (
        "staff invite staff-account staff-roles staff-close staff-open staff-end-sessions staff-link staff-withdraw"
    ),
    "audit-log": "audit",
    "personal-data": "privacy privacy-export privacy-erase",
    "reports": "reports report-export",
}
SECTIONS: Mapping[str, str] = {
    page: section for section, pages in _PAGES_OF_SECTION.items() for page in pages.split()
}
