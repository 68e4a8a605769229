import { afterEach, expect, test } from "vitest";
import type { Dish, Menu } from "~/shared/domain/menu";
import { readSelectedIds, removeSelection, writeSelection } from "./storage";
import { createSelectionStore } from "./store";

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

afterEach(() => localStorage.clear());

test("ticking adds a dish, ticking again takes it out, and the total is the sum of week prices in rupees", {
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

test("storage is read once per page load and never over what has been ticked since", () => {
  const store = createSelectionStore("tray");
  store.getState().restore(menu);
  store.getState().toggle(phulka);
  writeSelection("tray", { selectedItems: [], totalCost: 0 });
  store.getState().restore(menu);
  expect(store.getState().selectedItems).toEqual([phulka]);
});

test("dropping empties the selection, and leaves what is stored alone: it may be another tab's by now", () => {
  const store = createSelectionStore("tray");
  store.getState().toggle(phulka);
  store.getState().drop();
  expect(store.getState()).toMatchObject({ selectedItems: [], totalCost: 0 });
  expect(readSelectedIds("tray")).toEqual(["phulka"]);
});

test("what was dropped can be brought back beside what has been ticked since, once", () => {
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

test("nothing of what was left behind is stored", () => {
  const store = createSelectionStore("tray");
  store.getState().toggle(phulka);
  removeSelection("tray");
  store.getState().drop();
  expect(localStorage.length).toBe(0);
  expect(createSelectionStore("tray").getState().abandoned).toEqual([]);
});

test("dropping nothing keeps what was left behind before, until it is forgotten", () => {
  const store = createSelectionStore("veg");
  store.getState().toggle(porridge);
  store.getState().drop();
  store.getState().drop();
  expect(store.getState().abandoned).toEqual([porridge]);
  store.getState().discardAbandoned();
  expect(store.getState().abandoned).toEqual([]);
});

test("what has been ordered is not left behind, and what was left before is forgotten with it", () => {
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

test("what has been ordered is stored no longer, whatever is taken out of the form that still shows it", () => {
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

test("what was ticked since its sender left stays stored when the order is taken", () => {
  const store = createSelectionStore("veg");
  store.getState().toggle(phulka);
  const ordered = store.getState().selectedItems;
  store.getState().drop();
  store.getState().toggle(chapati);
  store.getState().markSent(ordered);
  expect(store.getState().abandoned).toEqual([]);
  expect(readSelectedIds("veg")).toEqual([chapati.id]);
});

test("what a form hands back to its menu is stored before a reload, unless it has been dropped", () => {
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
