import { expect, test } from "vitest";
import { planNameOf, subscriptionRequest } from "./request";
import type { SelectedItem } from "./selectedItem";

const items: SelectedItem[] = [
  { id: "B1", image: "idli-sambar", title: "Podi Idli", desc: "Soft idlis.", category: "Breakfast" },
  {
    id: "D8",
    image: "black-chana-sundal",
    title: "Black Chana Sundal",
    desc: "Tempered.",
    category: "Dinner",
  },
];

test("the plan is named after the selected items, joined by commas", () => {
  expect(planNameOf(items)).toBe("Podi Idli, Black Chana Sundal");
  expect(planNameOf([])).toBe("");
});

test("a subscription carries the contract's seven fields and nothing else", { tags: "spec:7.3" }, () => {
  const values = {
    firstName: "Asha",
    lastName: "Raman",
    phone: "98400 00000",
    email: "asha@example.com",
    planDuration: "3 Month",
  };
  const { planDuration, ...person } = values;
  expect(subscriptionRequest(values, items)).toEqual({
    ...person,
    planName: "Podi Idli, Black Chana Sundal",
    planDuration,
    selectedItems: items,
  });
});
