import { expect, test, vi } from "vitest";
import type { Menu } from "~/shared/domain/menu";

const dish = (...figures: readonly (readonly unknown[] | null)[]) => ({
  portion: "1 bowl",
  figures,
  allergens: ["milk"],
  ingredients: ["Milk"],
});

test("a name with alternatives says the figures of neither", async () => {
  const dishes = {
    Idli: dish([210, 8, 40, 1, 2, false]),
    "Idli / Podi Idli": dish([210, 8, 40, 1, 2, false], [260, 9, 40, 5, 2, false]),
    "Idli / Poha": dish([210, 8, 40, 1, 2, false], null),
  };
  vi.stubGlobal("content", { facts: { allergens: { milk: "milk" }, dishes } });
  const { dialogFacts, portionsOf, rowFacts } = await import("./facts");
  const items = Object.keys(dishes).map((name) => ({ id: name, name }));
  const menu = { categories: [{ id: "all", items }] } as unknown as Menu;
  expect(rowFacts(menu)).toEqual({
    Idli: [210, 8, "n"],
    "Idli / Podi Idli": [null, null, "n"],
    "Idli / Poha": [null, null, "n"],
  });
  expect(dialogFacts()["Idli / Podi Idli"]).toEqual({ portion: "1 bowl", figures: null, contains: ["milk"] });
  expect(portionsOf(Object.keys(dishes))).toEqual({
    Idli: [[210, 8]],
    "Idli / Podi Idli": [
      [210, 8],
      [260, 9],
    ],
  });
  vi.unstubAllGlobals();
});

test("a shop that shows no figures says what is in its dishes", async () => {
  vi.resetModules();
  vi.stubGlobal("content", { facts: { allergens: { milk: "milk" }, dishes: { Idli: dish() } } });
  const { dialogFacts, portionsOf } = await import("./facts");
  expect(dialogFacts().Idli).toEqual({ portion: "1 bowl", figures: null, contains: ["milk"] });
  expect(portionsOf(["Idli"])).toEqual({});
  vi.unstubAllGlobals();
});

test("a dish is searched by its allergens, under all names of them, and by its ingredients", async () => {
  vi.resetModules();
  const dishes = { Idli: { ...dish(), allergens: ["milk", "peanut", "egg"], ingredients: ["Idli rice"] } };
  vi.stubGlobal("content", {
    facts: { allergens: { milk: "milk", peanut: "peanuts", egg: "eggs" }, dishes },
  });
  const { ingredientsOf } = await import("./facts");
  const menu = { categories: [{ id: "all", items: [{ id: "1", name: "Idli" }] }] } as unknown as Menu;
  expect(ingredientsOf([menu]).Idli).toEqual([
    "milk|dairy lactose",
    "peanuts|nuts groundnuts kadalai verkadalai",
    "eggs",
    "idli rice",
  ]);
  vi.unstubAllGlobals();
});
