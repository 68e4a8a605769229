import { expect, test } from "vitest";
import { chatLink, shareLink } from "./chatLink";
import { site } from "./site";

const order = {
  chosen: { label: "Dishes", names: ["Dry Fruit Smoothie", "Berry Smoothie"] },
  facts: [
    { label: "Days", value: "6" },
    { label: "Meals", value: "Lunch & Dinner" },
    { label: "Total", value: "₹3,276.00" },
  ],
};

const textOf = (address: string) => new URL(address).searchParams.get("text");

test("a chat link opens the cafe's number with the greeting filled in", { tags: "spec:1.2" }, () => {
  const url = new URL(chatLink("nonveg"));
  expect(url.origin + url.pathname).toBe(`https://wa.me/${site.contact.chatNumber}`);
  expect([...url.searchParams]).toEqual([["text", site.chatGreetings.nonveg]]);
});

test("a chat about a matter names it", () => {
  expect(textOf(chatLink({ about: "my order OT-7K2M9QX" }))).toBe("Hi Oottam, about my order OT-7K2M9QX:");
  expect(textOf(chatLink({ about: "a $& combo" }, order))).toMatch(
    /^Hi Oottam, about a \$& combo:\n\nDishes/,
  );
});

test("with an order the greeting lists the selection", () => {
  expect(textOf(chatLink("veg", order))).toBe(
    `${site.chatGreetings.veg}

Dishes (2):
- Dry Fruit Smoothie
- Berry Smoothie
Days: 6
Meals: Lunch & Dinner
Total: ₹3,276.00`,
  );
});

test("with 91 dishes the first ones are named, the others counted, and the address stays short", () => {
  const names = Array.from({ length: 91 }, (_, index) => `Protein Millet Pasta ${index + 1}`);
  const address = chatLink("veg", { ...order, chosen: { label: "Dishes", names } });
  expect(address.length).toBeLessThanOrEqual(1800);
  expect(textOf(address)).toMatch(/^- and \d+ more\nDays: 6$/m);
  expect(textOf(address)).toContain("Dishes (91):\n- Protein Millet Pasta 1\n");
});

test("a link to share with anybody names no number", () => {
  const url = new URL(shareLink("Oottam: veg meal order", order));
  expect(url.origin + url.pathname).toBe("https://wa.me/");
  expect(url.searchParams.get("text")).toMatch(/^Oottam: veg meal order\n\nDishes \(2\):/);
});
