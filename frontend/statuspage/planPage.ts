/** The customer's plan changes in place: a form's response replaces the page's content, without a reload. */
let isSending = false;

function show(page: Document): void {
  const [old, main] = [document.querySelector("main"), page.querySelector("main")];
  if (!old || !main) throw new TypeError("not this page");
  document.title = page.title;
  old.replaceWith(main);
  const message = main.querySelector("[role=alert]:not([hidden]), [role=status]");
  main.focus({ preventScroll: true });
  if (message) message.scrollIntoView({ block: "center" });
  else scrollTo(0, 0);
}

async function send(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  body.append(button.name, button.value);
  isSending = true;
  button.setAttribute("aria-disabled", "true");
  try {
    const response = await fetch(location.pathname, { method: "POST", body });
    show(new DOMParser().parseFromString(await response.text(), "text/html"));
    if (response.redirected) history.replaceState(null, "", response.url);
  } catch {
    const notice = document.querySelector<HTMLElement>("[data-unreachable]");
    if (notice) notice.hidden = false;
    notice?.scrollIntoView({ block: "center" });
    button.removeAttribute("aria-disabled");
  }
  isSending = false;
}

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  // Browsers that do not say which button it was (Safari before 15.4) load the page anew.
  if (!(event.target instanceof HTMLFormElement && button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  if (!isSending) send(event.target, button);
});
