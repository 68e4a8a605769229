import { describe, expect, test } from "vitest";
import { parseSelectedItems, type SelectedItem } from "./selectedItem";

const idli: SelectedItem = {
  id: "B1",
  image: "idli-sambar",
  title: "Podi Idli",
  desc: "Soft idlis.",
  category: "Breakfast",
};
const bowl: SelectedItem = { ...idli, id: "L1", title: "Lemon Millet Bowl", category: "Lunch" };

test("selected items come out of the navigation state in the order in which they went in", () => {
  expect(parseSelectedItems({ selectedItems: [bowl, idli] })).toEqual([bowl, idli]);
});

describe("a state that holds no items reads as none", () => {
  test.each([undefined, null, 7, "B1", [], {}, { selectedItems: null }, { selectedItems: "B1" }])(
    "%j",
    (state) => expect(parseSelectedItems(state)).toEqual([]),
  );
});

test("an entry that is not a whole item is left out", () => {
  const { title: _, ...untitled } = idli;
  const broken = [null, 3, "B1", {}, untitled, { ...idli, id: 1 }, { ...idli, category: "Supper" }];
  expect(parseSelectedItems({ selectedItems: [...broken, bowl] })).toEqual([bowl]);
});

test("an item counts once, and carries its five fields and nothing else", { tags: "spec:3.3" }, () => {
  const state = {
    selectedItems: [
      { ...idli, price: 0 },
      { ...idli, title: "Again" },
    ],
  };
  expect(parseSelectedItems(state)).toEqual([idli]);
});
