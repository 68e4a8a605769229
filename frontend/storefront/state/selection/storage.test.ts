import { afterEach, describe, expect, test, vi } from "vitest";
import type { Dish, OrderKind } from "~/shared/domain/menu";
import { readStoredDishes, removeSelection, writeSelection } from "./storage";

const eggs: Dish = { id: "boiled-eggs", name: "Boiled Eggs", mark: "nonveg", image: "boiled-eggs" };
const kinds: OrderKind[] = ["veg", "nonveg", "tray"];
const readSelectedIds = (kind: OrderKind) => readStoredDishes(kind).map(({ id }) => id);

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("each order kind has its own storage key, unchanged since earlier releases", () => {
  for (const kind of kinds) writeSelection(kind, { selectedItems: [eggs], totalCost: 70 });
  expect(Object.keys(localStorage).sort()).toEqual([
    "oottam.mealTrayOrder",
    "oottam.nonVegMealOrder",
    "oottam.vegMealOrder",
  ]);
  localStorage.removeItem("oottam.mealTrayOrder");
  expect(kinds.map(readSelectedIds)).toEqual([["boiled-eggs"], ["boiled-eggs"], []]);
});

test("a stored value holds selectedItems and totalCost and nothing else", { tags: "spec:3.10" }, () => {
  writeSelection("nonveg", { selectedItems: [eggs], totalCost: 70 });
  const value = JSON.parse(localStorage.getItem(localStorage.key(0) ?? "") ?? "");
  expect(value).toEqual({ selectedItems: [eggs], totalCost: 70 });
});

test("what was written is read back by dish id, and is gone when removed", () => {
  writeSelection("tray", { selectedItems: [eggs], totalCost: 49.5 });
  expect(readSelectedIds("tray")).toEqual(["boiled-eggs"]);
  removeSelection("tray");
  expect(readSelectedIds("tray")).toEqual([]);
  expect(localStorage.length).toBe(0);
});

test("a stored dish has the name and the price that the visitor saw", () => {
  const prices = { week: 70, fifteen: 65, thirty: 60 };
  writeSelection("tray", { selectedItems: [{ ...eggs, prices }, eggs], totalCost: 70 });
  expect(readStoredDishes("tray")).toEqual([
    { id: "boiled-eggs", name: "Boiled Eggs", weekPrice: 70 },
    { id: "boiled-eggs", name: "Boiled Eggs", weekPrice: undefined },
  ]);
});

describe("invalid storage reads as empty", () => {
  test.each(["", "{", "null", "[]", "7", '{"selectedItems":null}', '{"selectedItems":[null,3,{},{"id":4}]}'])(
    "%j",
    (text) => {
      writeSelection("veg", { selectedItems: [], totalCost: 0 });
      localStorage.setItem(localStorage.key(0) ?? "", text);
      expect(readSelectedIds("veg")).toEqual([]);
    },
  );
});

test("blocked or full storage breaks nothing", () => {
  const refuse = () => {
    throw new DOMException("no room", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  writeSelection("veg", { selectedItems: [eggs], totalCost: 70 });
  removeSelection("veg");
  expect(readSelectedIds("veg")).toEqual([]);
});
