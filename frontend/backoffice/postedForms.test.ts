import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { offerLostForm, watchPostedForms } from "./postedForms";

const NOTE = `<form method="post" action="/backoffice/requests/V1/notes/">
  <input type="hidden" name="version" value="3"><input name="method" value=""><textarea name="text"></textarea>
  <input type="checkbox" name="tick" value="a"><input type="checkbox" name="tick" value="b">
  <input type="radio" name="when" value="now" checked><input type="radio" name="when" value="later">
  <select name="place"><option value="1"></option><option value="2"></option></select>
  <input type="password" name="password"><button>Save</button></form>`;

const field = <T extends HTMLInputElement>(selector: string) => document.querySelector<T>(selector) as T;
const submit = () => {
  const event = new Event("submit", { bubbles: true, cancelable: true });
  document.querySelector("form")?.dispatchEvent(event);
  return event;
};
const offered = () => document.querySelector("[role=status]")?.textContent;

function open(html: string, user = "7") {
  document.body.innerHTML = `<main>${html}</main>`;
  if (user) document.body.dataset.user = user;
  else delete document.body.dataset.user;
  offerLostForm();
}

function typeAndSend() {
  open(NOTE);
  field("textarea").value = "No onion for her father";
  field("[value=b]").checked = true;
  field("[value=later]").checked = true;
  field("select").value = "2";
  field("[type=password]").value = "secret";
  submit();
}

beforeAll(watchPostedForms);
beforeEach(() => sessionStorage.clear());

test("what was typed before a log-in is put back, without the password", () => {
  typeAndSend();
  expect(sessionStorage.getItem("oottam.posted-form")).not.toContain("secret");
  open(
    '<p data-form-lost><span data-kept hidden></span></p><form method="post"><input name="username"></form>',
    "",
  );
  expect(field("[data-kept]").hidden).toBe(false);
  submit();
  open("<p>Another step</p>", "");
  open(NOTE.replace('"3"', '"4"'));
  expect(offered()).toContain("What you typed was not saved");
  field("button").click();
  expect(field("textarea").value).toBe("No onion for her father");
  expect([field("[value=a]").checked, field("[value=b]").checked, field("[value=later]").checked]).toEqual([
    false,
    true,
    true,
  ]);
  expect([field("select").value, field("[name=version]").value, field("[type=password]").value]).toEqual([
    "2",
    "4",
    "",
  ]);
  expect(offered()).toBeUndefined();
  open(NOTE);
  expect(offered()).toBeUndefined();
});

test.each([
  ["the form was taken", () => open(NOTE)],
  [
    "another account logs in",
    () => {
      open("<p data-form-lost></p>", "");
      open(NOTE, "8");
    },
  ],
  [
    "half an hour has passed",
    () => {
      open("<p data-form-lost></p>", "");
      vi.setSystemTime(Date.now() + 31 * 60_000);
      open(NOTE);
    },
  ],
  [
    "it is discarded",
    () => {
      open("<p data-form-lost></p>", "");
      open(NOTE);
      field(".quiet").click();
    },
  ],
])("nothing is offered once %s", (_, happen) => {
  vi.useFakeTimers();
  typeAndSend();
  happen();
  vi.useRealTimers();
  expect(offered()).toBeUndefined();
  open(NOTE);
  expect(offered()).toBeUndefined();
});

test("a page without the form shows what was typed, and leads to the one that had it", () => {
  typeAndSend();
  open("<p data-form-lost></p>", "");
  open("<p>The desk</p>");
  expect(offered()).toContain("No onion for her father");
  expect(document.querySelector("main a")?.getAttribute("href")).toBe(location.pathname);
  open(NOTE);
  expect(offered()).not.toContain("No onion");
  expect(field("[role=status] button").textContent).toBe("Put it back");
});

test("a form that a script sends is not kept", () => {
  open(NOTE);
  document.querySelector("form")?.addEventListener("submit", (event) => event.preventDefault());
  submit();
  expect(sessionStorage.length).toBe(0);
});

test("a form with a busy text is sent once, until Back brings the page again", () => {
  open('<form method="post" data-busy="Publishing."><input name="note"><button>Publish</button></form>');
  expect(submit().defaultPrevented).toBe(false);
  expect(offered()).toBe("Publishing.");
  expect(document.querySelector("progress")).not.toBeNull();
  expect(submit().defaultPrevented).toBe(true);
  dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(offered()).toBeUndefined();
  expect(submit().defaultPrevented).toBe(false);
});

test("a fold with a wrong field opens", () => {
  open("<form method='post'><details><summary>More</summary><input name='map' required></details></form>");
  field("input").dispatchEvent(new Event("invalid"));
  expect(document.querySelector("details")?.open).toBe(true);
});
