import { HttpClient, readCsrfToken } from "../httpClient";
import { belongsTo } from "./deliveryEvents";
import { storedNotices, storeNotices, withNotice } from "./notices";
import { createOtherRunsSync, type ResultHandler, SYNC_INTERVAL_MS } from "./sync";

/**
 * On the list of a rider's runs: syncs the stored events of every run. The page of a run that was reassigned, or of an
 * earlier day, no longer opens.
 */
function syncFromList(place: HTMLElement): void {
  const { account = "", taps = "" } = place.dataset;
  let notices = storedNotices();
  let unsentCount = 0;

  function render(): void {
    const own = notices.filter(belongsTo(account));
    const parts = own.map(({ sentence }) => paragraph("error", `${sentence} Call the desk.`));
    if (unsentCount > 0) {
      const count = document.createElement("strong");
      count.textContent = `${unsentCount} not sent yet.`;
      const rest = " It is saved on this phone. If this stays here, call the desk.";
      parts.unshift(paragraph("warning", count, rest));
    }
    place.replaceChildren(...parts);
    if (own.length > 0) place.append(dismissButton());
  }

  function dismissButton(): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = "OK";
    button.addEventListener("click", () => {
      saveNotices(notices.filter((notice) => !belongsTo(account)(notice)));
      render();
    });
    return button;
  }

  function saveNotices(next: typeof notices): void {
    notices = next;
    storeNotices(notices);
  }

  const onResult: ResultHandler = (event, result) => saveNotices(withNotice(notices, event, result, account));
  const syncOtherRuns = createOtherRunsSync(
    new HttpClient(location.pathname, readCsrfToken(document)),
    { run: 0, account, taps },
    onResult,
  );
  const syncIfVisible = async () => {
    if (document.hidden) return;
    unsentCount = await syncOtherRuns();
    render();
  };

  render();
  void syncIfVisible();
  setInterval(syncIfVisible, SYNC_INTERVAL_MS);
  addEventListener("online", syncIfVisible);
  document.addEventListener("visibilitychange", syncIfVisible);
}

function paragraph(kind: "error" | "warning", ...parts: (string | Node)[]): HTMLParagraphElement {
  const element = document.createElement("p");
  element.className = `message ${kind}`;
  element.append(...parts);
  return element;
}

const place = document.querySelector<HTMLElement>("[data-waiting]");
if (place) syncFromList(place);
