import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { Dish } from "~/shared/domain/menu";
import { trayOrder } from "~/storefront/features/day-order/orders/tray";
import { writeSelection } from "~/storefront/state/selection/storage";
import { selections } from "~/storefront/state/selection/store";
import { vegOrder } from "../orders/veg";
import { SelectionScreen } from "./SelectionScreen";

const published = vi.hoisted(() => ({ edition: 0, soldOut: {} as Record<string, string> }));
vi.mock("~/shared/catalogue/edition", () => published);

/** The dishes whose prices were read: rendering, summing and storing a dish reads them. */
const read = new Set<string>();

function dish(number: number): Dish {
  const name = `Dish ${number}`;
  return {
    id: name,
    name,
    mark: "veg",
    image: "phulka",
    get prices() {
      read.add(name);
      return { week: 10, fifteen: 10, thirty: 10 };
    },
  };
}

const dishes = Array.from({ length: 120 }, (_, number) => dish(number));
const menu = {
  kind: "veg",
  categories: Array.from({ length: 10 }, (_, tens) => ({
    id: `category-${tens}`,
    title: `Category ${tens}`,
    items: dishes.slice(tens * 12, (tens + 1) * 12),
  })),
} as const;
const paths = { selection: "/", form: "/form" };

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {}); // The window of these tests does not know <search>.
  for (const kind of ["veg", "tray"] as const) {
    selections[kind].setState(selections[kind].getInitialState(), true);
  }
  published.soldOut = {};
});

function openWith(selected: readonly Dish[], order = vegOrder): void {
  writeSelection(order.kind, { selectedItems: selected, totalCost: 0 });
  render(
    <MemoryRouter>
      <SelectionScreen order={{ ...order, menu }} paths={paths} />
    </MemoryRouter>,
  );
  read.clear();
}

function press(name: string): void {
  const box = screen.getAllByText(name)[0]?.closest("label")?.querySelector("input");
  if (box) fireEvent.click(box);
}

// The total reads the price of the first priced dish of the selection.
test.each([
  ["all", dishes, ["Dish 0", "Dish 7"]],
  ["one", dishes.slice(1, 2), ["Dish 1", "Dish 7"]],
])("with %s of 120 dishes selected, toggling one renders no other dish", (_, selected, concerned) => {
  openWith(selected);
  press("Dish 7");
  press("Dish 7");
  expect([...read].sort()).toEqual(concerned);
});

test.each([
  [0, true],
  [1, false],
])("with %i selected dishes the summary says so", (count, isEmpty) => {
  openWith(dishes.slice(0, count));
  expect(screen.queryByText(/No dishes yet/) !== null).toBe(isEmpty);
});

test.each([
  [1, "6 to 40 days, from ₹60.", null],
  [3, "6 to 40 days, from ₹180.", "Every day you get all 3 dishes."],
])(
  "with %i dishes the summary says what the shortest order costs, and what comes each day",
  (count, range, each) => {
    openWith(dishes.slice(0, count));
    expect(screen.getByText(range)).toBeTruthy();
    expect(screen.queryByText(/^Every day/)?.textContent ?? null).toBe(each);
  },
);

test.each([
  [3, "4 dishes or more."],
  [4, "6 to 40 days, from ₹240."],
])("with %i dishes on a tray it names no amount that cannot be ordered", (count, text) => {
  openWith(dishes.slice(0, count), trayOrder);
  expect(screen.getByText(text)).toBeTruthy();
});

const checkboxOf = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });

test("a dish that is sold out keeps its place, says so and cannot be ticked", () => {
  published.soldOut = { "Dish 3": "today", "Dish 5": "2026-11-28" };
  openWith([]);
  expect(screen.getAllByRole("checkbox").map((box) => (box as HTMLInputElement).disabled)).toEqual(
    Array.from({ length: 12 }, (_, number) => number === 3 || number === 5),
  );
  const description = checkboxOf("Dish 5").getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(document.getElementById(description[0] ?? "")?.textContent).toBe(
    "Sold out until Saturday 28 November",
  );
  press("Dish 3");
  expect(selections.veg.getState().selectedItems).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "View details: Dish 3" }));
  expect(screen.queryByRole("button", { name: "Add this dish" })).toBeNull();
});

test("a dish that is sold out can be found", () => {
  published.soldOut = { "Dish 42": "" };
  openWith([]);
  fireEvent.change(screen.getByLabelText("Find a dish"), { target: { value: "Dish 42" } });
  expect(checkboxOf("Dish 42").disabled).toBe(true);
  expect(screen.getByText("Sold out")).toBeTruthy();
});
