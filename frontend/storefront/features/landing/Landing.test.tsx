import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import Landing from "./Landing";

beforeEach(() => {
  render(
    <MemoryRouter>
      <Landing />
    </MemoryRouter>,
  );
});

const itemOf = (heading: string) => {
  const item = screen.getByRole("heading", { name: heading }).closest("li");
  if (!item) throw new Error(`no list item around ${heading}`);
  return item;
};

test.each([
  ["Birthday Celebrations", "Book Now", "/birthday"],
  ["Corporate Events", "Enquire", "/corporate"],
  ["Family Gatherings", "See Menus", "/family"],
  ["Party Platters", "Order Now", "/platters"],
])("the card %s has the button %s to %s", (title, button, path) => {
  const link = within(itemOf(title)).getByRole("link", { name: button });
  expect(link.getAttribute("href")).toBe(path);
});

test.each([
  ["Affordable Pricing", "Exquisite taste, priced with care that fits every budget."],
  ["Party & Events", "Perfect for birthdays, corporate & more."],
  ["Fresh Ingredients", "Handpicked freshness, straight to your plate."],
  ["Quick Delivery", "Seamless and reliable delivery across town."],
])("the feature card %s says what the specification says", (title, text) => {
  expect(itemOf(title).querySelector("p")?.textContent).toBe(text);
});

test("Freshness Meets Nutrition has its three features", () => {
  expect(screen.getByText("Why Choose Us")).toBeDefined();
  expect(screen.getByRole("heading", { name: "Freshness Meets Nutrition" })).toBeDefined();
  expect(["Farm Fresh", "Quick Booking", "Easy Ordering"].map((title) => itemOf(title).tagName)).toHaveLength(
    3,
  );
});

test("a word with a hyphen stays on one line", () => {
  const heading = screen.getByRole("heading", { level: 1 });
  expect(heading.textContent).toBe("Protein-packed plates for weekdays and big days");
  expect(heading.querySelector("span")?.textContent).toBe("Protein-packed");
});

test("there is one h1, and ways to order meals", () => {
  expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
  const targets = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(targets).toEqual(expect.arrayContaining(["/mealsubscription", "/meal/VegMeal"]));
});
