import { waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";

const dish = (id: string) => `<li data-dish="${id}" data-move="/move/${id}">
  <button type="button" class="drag-handle" hidden></button><a href="/${id}">${id}</a><form></form></li>`;
const category = (id: string, dishes: string[]) =>
  `<section class="order-category" data-category="${id}"><ul class="order-dishes">${dishes.map(dish).join("")}</ul></section>`;

let sent: string[];
let reply: () => Response;

const order = () =>
  [...document.querySelectorAll<HTMLElement>("[data-category]")].map((each) =>
    [...each.querySelectorAll<HTMLElement>("[data-dish]")].map(({ dataset }) => dataset.dish),
  );
const handle = (id: string) => document.querySelector(`[data-dish=${id}] .drag-handle`) as HTMLButtonElement;
const status = () => document.querySelector("[data-order-status]")?.textContent;

async function press(id: string, key: string) {
  handle(id).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  await waitFor(() => expect(status()).not.toBe(""));
}

beforeEach(async () => {
  vi.resetModules();
  sent = [];
  reply = () => new Response("{}");
  vi.spyOn(window, "fetch").mockImplementation(async (address, { body }: RequestInit = {}) => {
    sent.push(`${new URL(String(address), "http://shop").pathname} ${String(body)}`);
    return reply();
  });
  document.body.innerHTML = `<p data-drag-hint hidden></p><p data-order-status></p><div data-order>
    <input name="csrfmiddlewaretoken" value="t">${category("first", ["idli", "dosa"])}${category("second", ["pongal"])}</div>`;
  await import("./dishOrder");
});

test("with the script there are handles and a hint in place of the buttons", () => {
  expect(handle("idli").hidden).toBe(false);
  expect(document.querySelector("form")?.hidden).toBe(true);
  expect(document.querySelector<HTMLElement>("[data-drag-hint]")?.hidden).toBe(false);
});

test("an arrow moves a dish by one, keeps the focus, and is saved at once", async () => {
  await press("idli", "ArrowDown");
  expect(order()).toEqual([["dosa", "idli"], ["pongal"]]);
  expect(document.activeElement).toBe(handle("idli"));
  expect(sent).toEqual(["/move/idli category=first&before="]);
  expect(status()).toBe("idli is moved. Saved, not live yet.");
});

test("from the end of a category the next arrow leads into the next one", async () => {
  await press("dosa", "ArrowDown");
  expect(order()).toEqual([["idli"], ["dosa", "pongal"]]);
  expect(sent).toEqual(["/move/dosa category=second&before=pongal"]);
});

test("and back, to the end of the category before", async () => {
  await press("pongal", "ArrowUp");
  expect(order()).toEqual([["idli", "dosa", "pongal"], []]);
});

test("a refused move is put back, with the reason", async () => {
  reply = () => new Response(JSON.stringify({ message: "This category is full." }), { status: 422 });
  await press("pongal", "ArrowUp");
  await waitFor(() => expect(order()).toEqual([["idli", "dosa"], ["pongal"]]));
  expect(status()).toBe("This category is full.");
});

test("without a connection the dish goes back to its place", async () => {
  reply = () => {
    throw new TypeError("");
  };
  await press("dosa", "ArrowUp");
  await waitFor(() => expect(order()).toEqual([["idli", "dosa"], ["pongal"]]));
  expect(status()).toContain("no connection");
});

test("the first dish does not move up, nor the last one down", () => {
  handle("idli").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true }));
  handle("pongal").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  expect(sent).toEqual([]);
});

test("a dish that is dragged and dropped where it was is not sent; Escape puts it back", () => {
  handle("idli").dispatchEvent(new MouseEvent("pointerdown", { button: 0, bubbles: true, cancelable: true }));
  const [first, second] = document.querySelectorAll(".order-dishes");
  second?.append(first?.firstElementChild as Element);
  handle("idli").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect(order()).toEqual([["idli", "dosa"], ["pongal"]]);
  document.dispatchEvent(new MouseEvent("pointerup"));
  expect(sent).toEqual([]);
});
