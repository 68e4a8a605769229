import { Posting, tokenIn } from "../posting";
import { storedNotices, storeNotices, withNotice } from "./notices";
import { AGAIN_MS, type Heed, sendingOthers } from "./sending";
import { isOf } from "./taps";

/**
 * On the list of a rider's runs: sends what this phone has stored of any run. The page of one that was given to somebody
 * else, or of an earlier day, does not open any more.
 */
function sendFrom(place: HTMLElement): void {
  const { account = "", taps = "" } = place.dataset;
  let notices = storedNotices();
  let waiting = 0;

  function show(): void {
    const own = notices.filter(isOf(account));
    const parts = own.map(({ sentence }) => paragraph("error", `${sentence} Call the desk.`));
    if (waiting > 0) {
      const many = document.createElement("strong");
      many.textContent = `${waiting} not sent yet.`;
      const rest = " It is saved on this phone. If this stays here, call the desk.";
      parts.unshift(paragraph("warning", many, rest));
    }
    place.replaceChildren(...parts);
    if (own.length > 0) place.append(readButton());
  }

  function readButton(): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = "OK";
    button.addEventListener("click", () => {
      keep(notices.filter((notice) => !isOf(account)(notice)));
      show();
    });
    return button;
  }

  function keep(next: typeof notices): void {
    notices = next;
    storeNotices(notices);
  }

  const heed: Heed = (tap, answer) => keep(withNotice(notices, tap, answer, account));
  const send = sendingOthers(
    new Posting(location.pathname, tokenIn(document)),
    { run: 0, account, taps },
    heed,
  );
  const again = async () => {
    if (document.hidden) return;
    waiting = await send();
    show();
  };

  show();
  void again();
  setInterval(again, AGAIN_MS);
  addEventListener("online", again);
  document.addEventListener("visibilitychange", again);
}

function paragraph(kind: "error" | "warning", ...parts: (string | Node)[]): HTMLParagraphElement {
  const made = document.createElement("p");
  made.className = `message ${kind}`;
  made.append(...parts);
  return made;
}

const place = document.querySelector<HTMLElement>("[data-waiting]");
if (place) sendFrom(place);
