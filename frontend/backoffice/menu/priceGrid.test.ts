import { afterEach, beforeEach, expect, test, vi } from "vitest";

const DISHES = ["idli", "dosa", "pongal"];
const TIERS = ["week", "fifteen", "thirty"];
const cell = (dish: string, tier: string, at: number) =>
  `<td data-tier="${tier}"><input name="veg/${dish}/${tier}=${at}" value="${at}" data-was="${at}"></td>`;
const row = (dish: string, at: number) =>
  `<tr class="price-row"><td><input type="checkbox" name="choose" value="veg/${dish}"></td><th>${dish}</th>
    ${TIERS.map((tier, down) => cell(dish, tier, 100 * (at + 1) - 10 * down)).join("")}</tr>`;
const FORM = `<form data-prices><p data-pasted></p><p data-count></p>
  <button type="button" popovertarget="bulk"></button>
  <table><tbody><tr class="price-category"></tr>${DISHES.slice(0, 2).map(row).join("")}
  <tr class="price-category"></tr>${row("pongal", 2)}</tbody></table><button name="do" value="save"></button>
  <dialog id="bulk"><p data-scope></p><input name="percent" value="5"><select name="step"><option value="5"></select>
    <select name="way"><option value="up"></select><button name="do" value="preview"></button></dialog></form>`;

const form = () => document.querySelector("form") as HTMLFormElement;
const inputs = () => [...document.querySelectorAll<HTMLInputElement>("[data-was]")];
const input = (at: number) => inputs()[at] as HTMLInputElement;
const values = () => inputs().map((each) => each.value);
const text = (name: string) => document.querySelector(`[data-${name}]`)?.textContent;
const button = (value: string) => document.querySelector(`button[value=${value}]`) as HTMLButtonElement;

function type(at: number, value: string) {
  input(at).focus();
  input(at).value = value;
  input(at).dispatchEvent(new Event("input", { bubbles: true }));
}

function press(at: number, key: string, options: KeyboardEventInit = {}) {
  input(at).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options }));
}

function paste(at: number, copied: string): Event {
  const event = new Event("paste", { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: () => copied } });
  input(at).dispatchEvent(event);
  return event;
}

function submit(submitter: HTMLButtonElement): Event {
  const event = new Event("submit", { bubbles: true, cancelable: true });
  Object.assign(event, { submitter });
  form().dispatchEvent(event);
  return event;
}

beforeEach(async () => {
  vi.resetModules();
  document.body.innerHTML = FORM;
  await import("./priceGrid");
});

afterEach(() => {
  // The window still asks the scripts of former tests whether something is unsaved.
  for (const each of inputs()) each.value = each.dataset.was ?? "";
});

test("arrows and Enter go from field to field, and stop at the edges", () => {
  input(0).focus();
  for (const [key, at] of [
    ["ArrowDown", 3],
    ["Enter", 6],
    ["ArrowDown", 6],
    ["ArrowUp", 3],
    ["ArrowRight", 4],
    ["ArrowLeft", 3],
    ["ArrowLeft", 3],
  ] as const) {
    press(inputs().indexOf(document.activeElement as HTMLInputElement), key);
    expect([key, inputs().indexOf(document.activeElement as HTMLInputElement)]).toEqual([key, at]);
  }
});

test("within a word the arrows move the caret, and a browser's shortcut stays its own", () => {
  input(0).focus();
  input(0).setSelectionRange(1, 1);
  press(0, "ArrowRight");
  press(0, "ArrowDown", { ctrlKey: true });
  expect(document.activeElement).toBe(input(0));
});

test("Escape takes back what was typed into this field alone", () => {
  type(0, "105");
  type(1, "99");
  expect(text("count")).toBe("2 changes");
  press(1, "Escape");
  expect(values().slice(0, 2)).toEqual(["105", "90"]);
  expect(text("count")).toBe("1 change");
});

test.each([
  ["the rest of the category", 0, "110\n210", ["110", "210", "300"]],
  ["the rest of the list", 0, "110\n210\n310\n", ["110", "210", "310"]],
])("a pasted column of %s fills its fields and saves nothing", (_name, at, copied, column) => {
  const event = paste(at, copied);
  expect(event.defaultPrevented).toBe(true);
  expect([0, 3, 6].map((each) => input(each).value)).toEqual(column);
  expect(text("pasted")).toMatch(/^Pasted [23] rows\. Nothing is saved yet\.$/);
});

test.each([
  ["longer than the list", 0, "110\n210\n310\n410"],
  ["of another length", 3, "1\n2\n3"],
  ["wider than the tiers", 1, "1\t2\t3\n4\t5\t6"],
  ["with an uneven row", 0, "1\t2\n3"],
])("a pasted block %s changes nothing and says so", (_name, at, copied) => {
  const before = values();
  expect(paste(at, copied).defaultPrevented).toBe(true);
  expect(values()).toEqual(before);
  expect(text("pasted")).toMatch(/Nothing was changed\.$/);
});

test("a single pasted price is typed text", () => {
  expect(paste(0, "120").defaultPrevented).toBe(false);
});

test("a change of many counts from the stored prices, of the ticked dishes alone", () => {
  type(0, "999");
  (document.querySelector("[name=choose]") as HTMLInputElement).checked = true;
  for (let times = 0; times < 2; times += 1) expect(submit(button("preview")).defaultPrevented).toBe(true);
  expect(values()).toEqual(["105", "95", "85", "200", "190", "180", "300", "290", "280"]);
  expect(text("pasted")).toBe("3 new prices are in the fields. Look at them, then save.");
});

test.each(["", "abc", "-91", "201"])("%j is no percentage and changes nothing", (percent) => {
  const before = values();
  (document.querySelector("[name=percent]") as HTMLInputElement).value = percent;
  submit(button("preview"));
  expect(values()).toEqual(before);
  expect(text("pasted")).toMatch(/^Type a percentage/);
});

test("only changed fields are sent, and all are open again when the page comes back", () => {
  type(4, "185");
  expect(submit(button("save")).defaultPrevented).toBe(false);
  expect(inputs().filter((each) => !each.disabled)).toEqual([input(4)]);
  window.dispatchEvent(new Event("pageshow"));
  expect(inputs().some((each) => each.disabled)).toBe(false);
});

test("the browser asks before what was typed is lost, and not while it is saved", () => {
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(false);
  type(0, "105");
  expect(leave()).toBe(true);
  submit(button("save"));
  expect(leave()).toBe(false);
});
