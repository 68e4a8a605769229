import { fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { site } from "~/shared/lib/site";
import { SiteHeader } from "./SiteHeader";

function showAt(path: string) {
  render(
    <MemoryRouter initialEntries={[path]}>
      <SiteHeader />
      <button type="button">Elsewhere</button>
    </MemoryRouter>,
  );
}

const eventOrder = () => screen.getByRole("button", { name: "Event Order" });
const isOpen = (button: HTMLElement) => button.getAttribute("aria-expanded") === "true";

test("it links to the external pages, in their order", () => {
  showAt("/");
  const links = site.externalLinks.links.map(({ label, url }) => [label, url]);
  expect(links.map(([label]) => label)).toEqual([
    "Home",
    "Order Now",
    "Contact Us",
    "Blogs",
    "View Menu",
    "Party Pack",
  ]);
  for (const [label, url] of links) {
    expect(screen.getByRole("link", { name: label }).getAttribute("href")).toBe(url);
  }
});

test("the chat icon opens a new tab with the general greeting", () => {
  showAt("/");
  const chat = screen.getByRole("link", { name: /chat/ });
  expect(chat.getAttribute("target")).toBe("_blank");
  expect(chat.getAttribute("rel")).toBe("noopener");
  expect(new URL(chat.getAttribute("href") ?? "").searchParams.get("text")).toBe(site.chatGreetings.general);
});

test("Event Order opens a list with the landing page and the four events", () => {
  showAt("/mealsubscription");
  expect(isOpen(eventOrder())).toBe(false);
  fireEvent.click(eventOrder());
  expect(isOpen(eventOrder())).toBe(true);
  const list = document.getElementById(eventOrder().getAttribute("aria-controls") ?? "");
  if (!list) throw new Error("no list");
  expect(
    within(list)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")),
  ).toEqual(["/", "/birthday", "/corporate", "/family", "/platters"]);
});

test("Esc closes the dropdown and gives focus back to its button", () => {
  showAt("/");
  fireEvent.click(eventOrder());
  fireEvent.keyDown(document, { key: "Escape" });
  expect(isOpen(eventOrder())).toBe(false);
  expect(document.activeElement).toBe(eventOrder());
});

test.each([
  ["a press outside", () => fireEvent.pointerDown(document.body)],
  ["focus moving elsewhere", () => screen.getByRole("button", { name: "Elsewhere" }).focus()],
  [
    "following one of its links",
    () => fireEvent.click(screen.getByRole("link", { name: "Family Gatherings" })),
  ],
])("%s closes the dropdown", async (_, leave) => {
  showAt("/");
  fireEvent.click(eventOrder());
  leave();
  await expect.poll(() => isOpen(eventOrder())).toBe(false);
});

test("the page one is on is marked", () => {
  showAt("/MealSubscription");
  expect(screen.getByRole("link", { name: "Meal Subscription" }).getAttribute("aria-current")).toBe("page");
  expect(eventOrder().hasAttribute("data-current")).toBe(false);
});

test("an event page marks Event Order and its own link", () => {
  showAt("/family");
  expect(eventOrder().hasAttribute("data-current")).toBe(true);
  fireEvent.click(eventOrder());
  expect(screen.getByRole("link", { name: "Family Gatherings" }).getAttribute("aria-current")).toBe("page");
  expect(screen.getByRole("link", { name: "All events" }).getAttribute("aria-current")).toBeNull();
});

test("the toggle opens and closes the menu", () => {
  showAt("/");
  const toggle = screen.getByRole("button", { name: "Open menu" });
  const menu = document.getElementById(toggle.getAttribute("aria-controls") ?? "");
  expect(menu?.className).toBe("menu");
  fireEvent.click(toggle);
  expect(menu?.className).toBe("menu open");
  fireEvent.click(screen.getByRole("button", { name: "Close menu" }));
  expect(menu?.className).toBe("menu");
});
