"""The URLs below /backoffice/."""

from django.urls import include, path

from oottam.backoffice import (
    audit,
    calendar,
    closed_days,
    customers,
    generated_files,
    guide,
    home,
    mails,
    money,
    privacy,
    reorder,
    staff_accounts,
    statements,
)
from oottam.backoffice.access import account, links, second_factor
from oottam.backoffice.access import views as access
from oottam.backoffice.inbox import named_filters
from oottam.backoffice.inbox import views as inbox
from oottam.backoffice.kitchen import urls as kitchen
from oottam.backoffice.menu import urls as menu
from oottam.backoffice.papers import views as papers
from oottam.backoffice.phone_orders import views as phone_orders
from oottam.backoffice.plans import rules as customer_rules
from oottam.backoffice.plans import urls as plan
from oottam.backoffice.plans import views as plans
from oottam.backoffice.reports import views as reports
from oottam.backoffice.request import urls as request
from oottam.backoffice.runs import urls as runs
from oottam.backoffice.shared import converters

converters.register()

app_name = "backoffice"
urlpatterns = [
    path("", home.today, name="home"),
    path("login/", access.log_in, name="log-in"),
    path("login/second-step", access.second_step, name="second-step"),
    path("logout/", access.log_out, name="log-out"),
    path("link/<str:token>/", links.use, name="link"),
    path("guide/", guide.detail, name="guide"),
    path("account/", account.detail, name="account"),
    path("account/password", account.password, name="password"),
    path("account/sessions/<int:number>/end", account.end_session, name="end-session"),
    path("account/sessions/end-others", account.end_others, name="end-others"),
    path("account/second-factor/", second_factor.detail, name="second-factor"),
    path("account/second-factor/begin", second_factor.begin, name="second-factor-begin"),
    path("account/second-factor/on", second_factor.confirm, name="second-factor-on"),
    path("account/second-factor/off", second_factor.switch_off, name="second-factor-off"),
    path("account/second-factor/codes", second_factor.renew, name="recovery-codes"),
    path("requests/", inbox.inbox, name="inbox"),
    path("requests/several", inbox.bulk_action, name="bulk-action"),
    path("requests/export", inbox.export, name="export"),
    path("requests/views/", named_filters.saved_filter_list, name="saved-filters"),
    path("requests/views/keep", named_filters.save, name="saved-filter-save"),
    path("requests/views/<int:number>/rename", named_filters.rename, name="saved-filter-rename"),
    path("requests/views/<int:number>/delete", named_filters.delete, name="saved-filter-delete"),
    path("requests/new/", phone_orders.choose, name="new-order"),
    path("requests/new/<slug:kind>/", phone_orders.new, name="new"),
    path("requests/new/again/<reference:reference>/", reorder.reorder_request, name="reorder"),
    path("requests/<reference:reference>/", include(request)),
    path("customers/", customers.list_view, name="customers"),
    path("plans/", plans.list_view, name="plans"),
    path("plans/rules/", customer_rules.rules, name="customer-rules"),
    path("plans/<reference:reference>/", include(plan)),
    path("calendar/", calendar.detail, name="calendar"),
    path("closed-days/", closed_days.list_view, name="closed-days"),
    path("closed-days/close", closed_days.close, name="close-day"),
    path("closed-days/open", closed_days.reopen, name="open-day"),
    path("closed-days/<int:change_id>/", closed_days.list_notices, name="notices"),
    path("closed-days/<int:change_id>/mail", closed_days.mail, name="notices-mail"),
    path("closed-days/<int:change_id>/whatsapp", closed_days.chat, name="notices-chat"),
    path("kitchen/", include(kitchen)),
    path("runs/", include(runs)),
    path("menu/", include(menu)),
    path("mails/", mails.list_view, name="mails"),
    path("mails/again", mails.resend_mails, name="resend-mails"),
    path("pulse", inbox.poll_new_count, name="poll-new-count"),
    path("money/", money.list_view, name="money"),
    path("money/remind/<reference:reference>", money.remind, name="remind"),
    path("money/statements/", statements.statements, name="statements"),
    path("money/statements/import", statements.import_statement, name="statements-import"),
    path("money/statements/book", statements.book_ticked, name="statements-book"),
    path("money/statements/rules", statements.set_rules, name="bank-rules"),
    path("money/statements/<int:line_id>/", statements.line_detail, name="statement-line"),
    path("money/statements/<int:line_id>/book", statements.book_line, name="statement-line-book"),
    path(
        "money/statements/<int:line_id>/decide",
        statements.decide_line,
        name="statement-line-decide",
    ),
    path("money/payments/", statements.payments, name="payments"),
    path("money/cash/", money.cash_today, name="cash"),
    path("money/cash/<day:day>/", money.cash_detail, name="cash-day"),
    path("money/cash/<day:day>/count", money.count_cash, name="cash-count"),
    path("money/cash/<day:day>/hand-over", money.hand_over, name="hand-over"),
    path("money/cash/<day:day>/<int:number>/undo", money.undo_hand_over, name="hand-over-undo"),
    path("money/papers/", papers.list_view, name="papers"),
    path("money/papers/<int:number>/", papers.pdf, name="paper"),
    path("money/papers/export", papers.export, name="papers-export"),
    path("money/tax/", papers.tax_profile, name="tax-profile"),
    path("reports/", reports.report, name="reports"),
    path("reports/export", reports.export, name="report-export"),
    path("staff/", staff_accounts.list_view, name="staff"),
    path("staff/invite", staff_accounts.invite, name="invite"),
    path("staff/<int:number>/", staff_accounts.detail, name="staff-account"),
    path("staff/<int:number>/roles", staff_accounts.change_roles, name="staff-roles"),
    path("staff/<int:number>/close", staff_accounts.close, name="staff-close"),
    path("staff/<int:number>/open", staff_accounts.reopen, name="staff-open"),
    path("staff/<int:number>/end-sessions", staff_accounts.end_sessions, name="staff-end-sessions"),
    path("staff/<int:number>/link", staff_accounts.link, name="staff-link"),
    path("staff/<int:number>/withdraw", staff_accounts.withdraw, name="staff-withdraw"),
    path("audit/", audit.list_view, name="audit"),
    path("files/<str:file>/", generated_files.detail, name="file"),
    path("files/<str:file>/content", generated_files.content, name="file-content"),
    path("privacy/", privacy.detail, name="privacy"),
    path("privacy/export", privacy.export, name="privacy-export"),
    path("privacy/erase", privacy.erase, name="privacy-erase"),
]
