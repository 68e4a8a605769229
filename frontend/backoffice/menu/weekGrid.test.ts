import { beforeEach, expect, test, vi } from "vitest";

const DAYS = 2;
const field = (name: string, value: string) =>
  `<div><input type="hidden" name="shown-${name}" value="${value}"><input name="${name}" value="${value}" data-was="${value}"></div>`;
const item = (day: number, meal: string, at: number) =>
  `<div class="week-item">${field(`${meal}-${day}-${at}-name`, `${meal} ${day} ${at}`)}${field(`${meal}-${day}-${at}-protein`, "9g")}</div>`;
const day = (at: number) =>
  `<section class="week-day">${["breakfast", "lunch", "dinner"]
    .map((meal) => `<div class="week-meal">${item(at, meal, 0)}${item(at, meal, 1)}</div>`)
    .join("")}</section>`;

const cell = (name: string) => document.querySelector(`[name="${name}"]`) as HTMLInputElement;
const focused = () => (document.activeElement as HTMLInputElement).name;
const press = (key: string, more: KeyboardEventInit = {}) =>
  document.activeElement?.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }),
  );
const status = () => document.querySelector("[data-pasted]")?.textContent;

function type(name: string, text: string) {
  cell(name).value = text;
  cell(name).dispatchEvent(new InputEvent("input", { bubbles: true }));
}

function paste(name: string, text: string) {
  const event = new Event("paste", { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: () => text } });
  cell(name).dispatchEvent(event);
  return event.defaultPrevented;
}

beforeEach(async () => {
  document.body.innerHTML = `<form data-week><p data-pasted></p>${Array.from({ length: DAYS }, (_, at) => day(at)).join("")}
    <p data-count></p></form>`;
  vi.resetModules();
  await import("./weekGrid");
});

test("arrows and Enter go through items and days, and across protein and meals", () => {
  cell("breakfast-0-0-name").focus();
  press("ArrowDown");
  expect(focused()).toBe("breakfast-0-1-name");
  press("Enter");
  expect(focused()).toBe("breakfast-1-0-name");
  press("Enter", { shiftKey: true });
  press("ArrowRight");
  expect(focused()).toBe("breakfast-0-1-protein");
  press("ArrowRight");
  expect(focused()).toBe("lunch-0-1-name");
  press("ArrowUp");
  expect(focused()).toBe("lunch-0-0-name");
  press("ArrowUp");
  expect(focused()).toBe("lunch-0-0-name");
});

test("an arrow within the text moves its cursor alone", () => {
  cell("breakfast-0-0-name").focus();
  cell("breakfast-0-0-name").setSelectionRange(2, 2);
  press("ArrowRight");
  expect(focused()).toBe("breakfast-0-0-name");
});

test("Escape gives back what was there, and changes are counted", () => {
  cell("breakfast-0-0-name").focus();
  type("breakfast-0-0-name", "Poha");
  expect(document.querySelector("[data-count]")?.textContent).toBe("1 change");
  expect(cell("breakfast-0-0-name").className).toBe("changed");
  press("Escape");
  expect(cell("breakfast-0-0-name").value).toBe("breakfast 0 0");
  expect(document.querySelector("[data-count]")?.textContent).toBe("");
});

test("a block is pasted, one that does not fit changes nothing, and a single value is typed text", () => {
  expect(paste("breakfast-1-0-name", "Poha\t8g\nUpma\t7g")).toBe(true);
  expect(cell("breakfast-1-1-name").value).toBe("Upma");
  expect(cell("breakfast-1-1-protein").value).toBe("7g");
  expect(status()).toBe("Pasted 2 rows. Nothing is saved yet.");
  paste("lunch-1-1-name", "A\nB");
  expect(status()).toBe("You pasted 2 rows, but from here there are 1. Nothing was changed.");
  paste("dinner-0-0-protein", "A\tB");
  expect(status()).toBe("You pasted more columns than there are from here. Nothing was changed.");
  expect(cell("dinner-0-0-protein").value).toBe("9g");
  expect(paste("lunch-0-0-name", "Poha")).toBe(false);
});

test("only what was changed is sent, with the value that was shown", () => {
  type("lunch-0-0-name", "Poha");
  document.querySelector("form")?.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
  const sent = [...new FormData(document.querySelector("form") as HTMLFormElement)];
  expect(sent).toEqual([
    ["shown-lunch-0-0-name", "lunch 0 0"],
    ["lunch-0-0-name", "Poha"],
  ]);
  dispatchEvent(new Event("pageshow"));
  expect(cell("dinner-0-0-name").disabled).toBe(false);
});

test("leaving with something unsaved asks first", () => {
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  type("lunch-0-0-name", "Poha");
  expect(leave()).toBe(true);
});
