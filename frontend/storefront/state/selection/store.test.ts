import { afterEach, expect, test, vi } from "vitest";
import type { Dish, Menu, OrderKind } from "~/shared/domain/menu";
import { readStoredDishes, removeSelection, writeSelection } from "./storage";
import { createSelectionStore } from "./store";

const page = vi.hoisted(() => ({ edition: 0, soldOut: {} as Record<string, string> }));
vi.mock("~/shared/catalogue/edition", () => page);

const readSelectedIds = (kind: OrderKind) => readStoredDishes(kind).map(({ id }) => id);
const dish = (id: string, week?: number): Dish => ({
  id,
  name: id,
  mark: "veg",
  image: id,
  ...(week === undefined ? {} : { prices: { week, fifteen: week, thirty: week } }),
});
const phulka = dish("phulka", 27);
const chapati = dish("multigrain-chapati", 31.5);
const porridge = dish("ragi-porridge");
const menu: Menu = {
  kind: "tray",
  categories: [{ id: "all", title: "All", items: [phulka, chapati, porridge] }],
};

afterEach(() => {
  localStorage.clear();
  Object.assign(page, { edition: 0, soldOut: {} });
});

test("toggling adds a dish, toggling again removes it, and the total is the sum of week prices in rupees", {
  tags: "spec:4.8",
}, () => {
  const store = createSelectionStore("tray");
  store.getState().toggle(phulka);
  store.getState().toggle(chapati);
  expect(store.getState()).toMatchObject({ selectedItems: [phulka, chapati], totalCost: 58.5 });
  store.getState().toggle(phulka);
  expect(store.getState()).toMatchObject({ selectedItems: [chapati], totalCost: 31.5 });
});

test("a dish without a price counts as an item and adds 0", () => {
  const store = createSelectionStore("veg");
  store.getState().toggle(porridge);
  expect(store.getState()).toMatchObject({ selectedItems: [porridge], totalCost: 0 });
});

test("every change is written through to storage, so that a reload keeps it", () => {
  createSelectionStore("tray").getState().toggle(chapati);
  const reloaded = createSelectionStore("tray");
  reloaded.getState().restore(menu);
  expect(reloaded.getState()).toMatchObject({ selectedItems: [chapati], totalCost: 31.5, restored: true });
});

test("stored dishes are read from the catalogue again, once each, and what no longer exists is dropped", () => {
  const stale = { ...phulka, name: "Old name", prices: { week: 1, fifteen: 1, thirty: 1 } };
  writeSelection("tray", { selectedItems: [dish("gone", 5), stale, stale], totalCost: 7 });
  const store = createSelectionStore("tray");
  store.getState().restore(menu);
  expect(store.getState()).toMatchObject({ selectedItems: [phulka], totalCost: 27 });
});

test("storage is read once per page load and never overwrites later changes", () => {
  const store = createSelectionStore("tray");
  store.getState().restore(menu);
  store.getState().toggle(phulka);
  writeSelection("tray", { selectedItems: [], totalCost: 0 });
  store.getState().restore(menu);
  expect(store.getState().selectedItems).toEqual([phulka]);
});

test("dropping empties the selection but not storage, which may be another tab's by now", () => {
  const store = createSelectionStore("tray");
  store.getState().toggle(phulka);
  store.getState().drop();
  expect(store.getState()).toMatchObject({ selectedItems: [], totalCost: 0 });
  expect(readSelectedIds("tray")).toEqual(["phulka"]);
});

test("a dropped selection can be restored once, joined with dishes selected since", () => {
  const store = createSelectionStore("tray");
  store.getState().toggle(phulka);
  store.getState().toggle(chapati);
  store.getState().drop();
  expect(store.getState().abandoned).toEqual([phulka, chapati]);
  store.getState().toggle(chapati);
  store.getState().restoreAbandoned();
  expect(store.getState()).toMatchObject({
    selectedItems: [chapati, phulka],
    totalCost: 58.5,
    abandoned: [],
  });
  expect(readSelectedIds("tray")).toEqual(["multigrain-chapati", "phulka"]);
});

test("an abandoned selection is not stored", () => {
  const store = createSelectionStore("tray");
  store.getState().toggle(phulka);
  removeSelection("tray");
  store.getState().drop();
  expect(localStorage.length).toBe(0);
  expect(createSelectionStore("tray").getState().abandoned).toEqual([]);
});

test("dropping an empty selection keeps the abandoned one until it is discarded", () => {
  const store = createSelectionStore("veg");
  store.getState().toggle(porridge);
  store.getState().drop();
  store.getState().drop();
  expect(store.getState().abandoned).toEqual([porridge]);
  store.getState().discardAbandoned();
  expect(store.getState().abandoned).toEqual([]);
});

test("an ordered selection is not abandoned, and an earlier abandoned one is discarded", () => {
  const store = createSelectionStore("veg");
  store.getState().toggle(phulka);
  store.getState().drop();
  store.getState().toggle(chapati);
  store.getState().markSent(store.getState().selectedItems);
  store.getState().drop();
  expect(store.getState().abandoned).toEqual([]);
  store.getState().toggle(chapati);
  store.getState().drop();
  expect(store.getState().abandoned).toEqual([chapati]);
});

test("an ordered selection is removed from storage and not stored again by the form that still shows it", () => {
  const store = createSelectionStore("tray");
  for (const dish of [phulka, chapati]) store.getState().toggle(dish);
  store.getState().markSent(store.getState().selectedItems);
  expect(localStorage.length).toBe(0);
  store.getState().toggle(chapati);
  store.getState().writeMissing();
  expect(localStorage.length).toBe(0);
  store.getState().drop();
  expect(store.getState().abandoned).toEqual([]);
});

test("dishes selected since the form was left stay stored when the order is accepted", () => {
  const store = createSelectionStore("veg");
  store.getState().toggle(phulka);
  const ordered = store.getState().selectedItems;
  store.getState().drop();
  store.getState().toggle(chapati);
  store.getState().markSent(ordered);
  expect(store.getState().abandoned).toEqual([]);
  expect(readSelectedIds("veg")).toEqual([chapati.id]);
});

test("a selection handed back to the menu is stored before a reload, unless it was dropped", () => {
  for (const [leave, stored] of [
    [() => {}, [phulka.id]],
    [(store: ReturnType<typeof createSelectionStore>) => store.getState().drop(), []],
  ] as const) {
    const store = createSelectionStore("tray");
    store.getState().acceptNavigationState(menu, [phulka.id, "no-such-dish"]);
    expect(store.getState().selectedItems).toEqual([phulka]);
    expect(readSelectedIds("tray")).toEqual([]);
    leave(store);
    window.dispatchEvent(new Event("pagehide"));
    expect(readSelectedIds("tray")).toEqual(stored);
    localStorage.clear();
  }
});

/** Ticks these dishes on a page of edition 6, and loads the page of another one. */
function reloaded(edition: number, soldOut: Record<string, string>, ...ticked: Dish[]) {
  Object.assign(page, { edition: 6, soldOut: {} });
  const before = createSelectionStore("tray");
  for (const each of ticked) before.getState().toggle(each);
  Object.assign(page, { edition, soldOut });
  return loaded();
}

function loaded() {
  const store = createSelectionStore("tray");
  return { store, changes: store.getState().restore(menu) };
}

const selectedIn = (store: ReturnType<typeof createSelectionStore>) => store.getState().selectedItems;
const NOTHING = { gone: [], soldOut: [], repriced: [] };

test("a dish that left the menu with another edition is named once", () => {
  const { store, changes } = reloaded(7, {}, { ...dish("adai", 50), name: "Adai" }, phulka);
  expect(changes).toEqual({ ...NOTHING, gone: ["Adai"] });
  expect(selectedIn(store)).toEqual([phulka]);
  expect(loaded().changes).toBeNull();
});

test("a changed price is said once, with the price that the visitor saw", () => {
  const { store, changes } = reloaded(7, {}, { ...phulka, prices: { week: 25, fifteen: 25, thirty: 25 } });
  expect(changes).toEqual({ ...NOTHING, repriced: [{ name: "phulka", was: 25, now: 27 }] });
  expect(store.getState()).toMatchObject({ selectedItems: [phulka], totalCost: 27 });
  expect(loaded().changes).toBeNull();
});

test("within one edition nothing is said of unknown dishes and other prices", () => {
  const { store, changes } = reloaded(6, {}, dish("gone", 5), dish("phulka", 1));
  expect(changes).toBeNull();
  expect(selectedIn(store)).toEqual([phulka]);
});

test("a selection of an earlier release counts as one of edition 0", () => {
  writeSelection("tray", { selectedItems: [dish("gone", 5), phulka], totalCost: 32 });
  page.edition = 1;
  expect(loaded().changes).toEqual({ ...NOTHING, gone: ["gone"] });
});

test("a dish that sold out is taken out, and can be taken in again for later days", () => {
  const { store, changes } = reloaded(6, { phulka: "today" }, phulka, chapati);
  expect(changes).toEqual({ ...NOTHING, soldOut: [phulka] });
  expect(selectedIn(store)).toEqual([chapati]);
  store.getState().restoreTakenOut();
  expect(store.getState()).toMatchObject({ selectedItems: [chapati, phulka], totalCost: 58.5, takenOut: [] });
  const later = loaded();
  expect(later.changes).toBeNull();
  expect(selectedIn(later.store)).toEqual([chapati, phulka]);
});

test("a dish that is sold out until further notice cannot be taken in again", () => {
  const { store, changes } = reloaded(6, { phulka: "" }, phulka);
  expect(changes).toEqual({ ...NOTHING, soldOut: [phulka] });
  store.getState().restoreTakenOut();
  expect(selectedIn(store)).toEqual([]);
});

test("a dish that was wanted for later is taken out when no day is known any more", () => {
  reloaded(6, { phulka: "2026-11-28" }, phulka).store.getState().restoreTakenOut();
  page.soldOut = { phulka: "" };
  expect(loaded().changes).toEqual({ ...NOTHING, soldOut: [phulka] });
});

test("what was taken out cannot be taken in again once the selection was left", () => {
  const { store } = reloaded(6, { phulka: "today" }, phulka, chapati);
  store.getState().drop();
  store.getState().restoreTakenOut();
  expect(selectedIn(store)).toEqual([]);
});

test("a page of the contract's own menu stores nothing but the selection", () => {
  const store = createSelectionStore("tray");
  store.getState().restore(menu);
  store.getState().toggle(phulka);
  expect(Object.keys(localStorage)).toEqual(["oottam.mealTrayOrder"]);
});

test("what is remembered of a published menu goes with its selection", () => {
  page.edition = 7;
  writeSelection("tray", { selectedItems: [phulka], totalCost: 27 });
  expect(Object.keys(localStorage).sort()).toEqual(["oottam.mealTrayOrder", "oottam.menuSeen.tray"]);
  removeSelection("tray");
  expect(localStorage.length).toBe(0);
});
