import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { Dish } from "~/shared/domain/menu";
import { writeSelection } from "~/storefront/state/selection/storage";
import { selections } from "~/storefront/state/selection/store";
import { vegOrder } from "../orders/veg";
import { SelectionScreen } from "./SelectionScreen";

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
  selections.veg.setState(selections.veg.getInitialState(), true);
});

function openWith(selected: readonly Dish[]): void {
  writeSelection("veg", { selectedItems: selected, totalCost: 0 });
  render(
    <MemoryRouter>
      <SelectionScreen order={{ ...vegOrder, menu }} paths={paths} />
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
