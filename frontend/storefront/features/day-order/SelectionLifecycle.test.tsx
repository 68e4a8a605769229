import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { vegMenu } from "~/shared/catalogue/veg";
import { readStoredDishes, writeSelection } from "~/storefront/state/selection/storage";
import { selections } from "~/storefront/state/selection/store";
import { SelectionLifecycle } from "./SelectionLifecycle";

const orders = {
  veg: { selection: "/veg", form: "/veg/form" },
  nonveg: { selection: "/nonveg", form: "/nonveg/form" },
  tray: { selection: "/tray", form: "/tray/form" },
};
const dish = vegMenu.categories[0]?.items[0];
if (!dish) throw new Error("The catalogue has no dish.");
const readSelectedIds = (kind: "veg") => readStoredDishes(kind).map(({ id }) => id);
const displayed = () => selections.veg.getState().selectedItems;

test("the stored selection is removed when the URL changes, the displayed one when the next screen appears", () => {
  const at = (address: string, displayed: string) => (
    <SelectionLifecycle address={address} displayed={displayed} orders={orders} />
  );
  const { rerender } = render(at("/veg", "/veg"));
  selections.veg.getState().toggle(dish);

  rerender(at("/veg/form", "/veg"));
  expect(readSelectedIds("veg")).toEqual([dish.id]);
  rerender(at("/veg/form", "/veg/form"));
  expect(displayed()).toEqual([dish]);

  rerender(at("/", "/veg/form"));
  expect(readSelectedIds("veg")).toEqual([]);
  expect(displayed()).toEqual([dish]);
  rerender(at("/", "/"));
  expect(displayed()).toEqual([]);
});

test("a selection stored by another tab during loading stays; one made here meanwhile is dropped", () => {
  const at = (address: string, displayed: string) => (
    <SelectionLifecycle address={address} displayed={displayed} orders={orders} />
  );
  const { rerender } = render(at("/veg", "/veg"));
  selections.veg.getState().toggle(dish);
  rerender(at("/", "/veg"));
  writeSelection("veg", { selectedItems: [dish], totalCost: 1 });
  rerender(at("/", "/"));
  expect(readSelectedIds("veg")).toEqual([dish.id]);

  rerender(at("/veg", "/veg"));
  rerender(at("/", "/veg"));
  selections.veg.getState().toggle(dish);
  expect(readSelectedIds("veg")).toEqual([dish.id]);
  rerender(at("/", "/"));
  expect(readSelectedIds("veg")).toEqual([]);
});

test("a tab that still displays its selection stores it again after another tab removed it", () => {
  const at = (address: string) => <SelectionLifecycle address={address} displayed="/veg" orders={orders} />;
  const removeElsewhere = (key: string | null) => {
    localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key, newValue: null }));
  };
  const { rerender } = render(at("/veg"));
  selections.veg.getState().toggle(dish);
  removeElsewhere("oottam.vegMealOrder");
  expect(readSelectedIds("veg")).toEqual([dish.id]);
  removeElsewhere(null);
  expect(readSelectedIds("veg")).toEqual([]);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(readSelectedIds("veg")).toEqual([dish.id]);

  rerender(at("/"));
  removeElsewhere("oottam.vegMealOrder");
  expect(readSelectedIds("veg")).toEqual([]);
});
