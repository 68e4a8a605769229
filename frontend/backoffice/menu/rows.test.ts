import { beforeEach, expect, test, vi } from "vitest";

const row = (number: number, value: string) => `<li data-row>
  <label for="f-${number}-text">Doctor<span class="visually-hidden"> ${number}</span></label>
  <input id="f-${number}-text" name="f.text" value="${value}">
  <button name="do" value="up/f/${number}" data-step="up" aria-label="Move row ${number} up"${number === 1 ? " disabled" : ""}></button>
  <button name="do" value="down/f/${number}" data-step="down" aria-label="Move row ${number} down"></button>
  <button name="do" value="remove/f/${number}" data-step="remove" aria-label="Remove row ${number}"></button></li>`;
const inputs = () => [...document.querySelectorAll<HTMLInputElement>("input")];
const button = (label: string) => document.querySelector<HTMLButtonElement>(`[aria-label="${label}"]`);

beforeEach(async () => {
  document.body.innerHTML = `<form><fieldset data-rows><ol data-row-list>${row(1, "A")}${row(2, "B")}</ol>
    <button data-add data-max="3">Add</button></fieldset></form>`;
  vi.resetModules();
  await import("./rows");
});

test("a row moves up, keeps its text, and is numbered anew", () => {
  button("Move row 2 up")?.click();
  expect(inputs().map(({ id, value }) => [id, value])).toEqual([
    ["f-1-text", "B"],
    ["f-2-text", "A"],
  ]);
  expect(button("Move row 1 up")?.disabled).toBe(true);
  expect(button("Move row 2 down")?.disabled).toBe(true);
  expect(document.activeElement).toBe(button("Move row 1 down"));
});

test("rows are added up to the bound, empty and with the caret in them", () => {
  const add = document.querySelector<HTMLButtonElement>("[data-add]");
  add?.click();
  expect(inputs().map((each) => each.value)).toEqual(["A", "B", ""]);
  expect(document.activeElement).toBe(inputs()[2]);
  expect(document.querySelector("[for=f-3-text]")?.textContent).toBe("Doctor 3");
  expect(add?.disabled).toBe(true);
});

test("a row is removed, and the last one is emptied", () => {
  button("Remove row 1")?.click();
  expect(inputs().map((each) => each.value)).toEqual(["B"]);
  button("Remove row 1")?.click();
  expect(inputs().map((each) => each.value)).toEqual([""]);
});

test("the form is not posted", () => {
  const posted = vi.fn((event: Event) => event.preventDefault());
  document.querySelector("form")?.addEventListener("submit", posted);
  button("Move row 2 up")?.click();
  expect(posted).not.toHaveBeenCalled();
});
