import contractCombos from "@contract/vectors/combos.json";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { rules } from "~/shared/catalogue/rules";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { toPaise } from "~/shared/domain/pricing/paise";
import { changeSlots, NO_SLOTS } from "~/shared/domain/weekly/slots";
import { formatRupees } from "~/shared/lib/text";
import { comboPayload } from "~/shared/payloads/comboOrder";
import { handoverOf } from "~/storefront/features/combos/handover";
import { ComboOrder } from "./ComboOrder";
import type { OrderSubmitter } from "./orderSubmitter";
import { fillPerson, mockSubmitter, PERSON, pressKeys, submit } from "./testing";

function renderOrder() {
  const submitter = mockSubmitter([]);
  render(<ComboOrder submitter={submitter as unknown as OrderSubmitter} />);
  return submitter;
}

const meal = (name: string) => within(screen.getByRole("group", { name })).getAllByRole("checkbox");
const selectBoxes = (name: string, ...boxes: number[]) => {
  for (const box of boxes) fireEvent.click(meal(name)[box] as HTMLElement);
};
const total = () => screen.getByText("Total").nextElementSibling?.textContent;

test("the first checkbox has the focus; a meal is one tab stop, and arrow keys move between its checkboxes", () => {
  renderOrder();
  const boxes = meal("Week 1, Breakfast");
  expect(document.activeElement).toBe(boxes[0]);
  pressKeys(boxes[0] as HTMLElement, "ArrowUp");
  expect(document.activeElement).toBe(boxes[6]);
  pressKeys(boxes[6] as HTMLElement, "ArrowRight", "ArrowDown");
  expect(document.activeElement).toBe(boxes[1]);
  expect(boxes.map((box) => box.tabIndex)).toEqual([-1, 0, -1, -1, -1, -1, -1]);
});

test("the meal's checkbox selects its six days and is indeterminate when only some are selected", () => {
  renderOrder();
  selectBoxes("Week 2, Lunch", 0);
  const boxes = meal("Week 2, Lunch") as HTMLInputElement[];
  expect(boxes.map((box) => box.checked)).toEqual(Array(7).fill(true));
  selectBoxes("Week 2, Lunch", 3);
  expect([boxes[0]?.checked, boxes[0]?.indeterminate]).toEqual([false, true]);
});

test("the payload equals the storefront's for the same selection", async () => {
  const submitter = renderOrder();
  selectBoxes("Week 1, Breakfast", 1, 2, 3);
  selectBoxes("Week 3, Dinner", 0);
  fillPerson();
  await submit();
  let slots = NO_SLOTS;
  for (const day of [0, 1, 2])
    slots = changeSlots(slots, { kind: "day", week: "week1", meal: "breakfast", day, on: true }, 6);
  slots = changeSlots(slots, { kind: "meal", week: "week3", meal: "dinner", on: true }, 6);
  const { name, lastname, timing, ...rest } = PERSON;
  const values = { ...rest, firstName: name, lastName: lastname, deliveryTime: timing };
  const payload = comboPayload(values, handoverOf(slots, weeklyMenu), rules.combos.days);
  expect(JSON.stringify(submitter.bodies)).toBe(JSON.stringify([payload]));
});

describe("the total equals the contract's vector", () => {
  const reachable = contractCombos.vectors.filter(({ items }) => items > 0 && items <= 72);
  test.each(reachable)("$items items", ({ items, expected }) => {
    renderOrder();
    const names = [1, 2, 3, 4].flatMap((week) =>
      ["Breakfast", "Lunch", "Dinner"].map((name) => `Week ${week}, ${name}`),
    );
    const whole = Math.floor(items / 6);
    for (const name of names.slice(0, whole)) selectBoxes(name, 0);
    for (let box = 1; box <= items % 6; box += 1) selectBoxes(names[whole] as string, box);
    expect(total()).toBe(formatRupees(toPaise(expected.finalAmount)));
  });
});

test("too few items show the storefront's message and move the focus to the meals", async () => {
  const submitter = renderOrder();
  selectBoxes("Week 1, Breakfast", 1, 2);
  expect(screen.getByText("At least 6 items: 4 to go.")).toBeTruthy();
  fillPerson();
  screen.getByLabelText("Address").focus();
  await submit();
  expect(screen.getByText("Please select at least 6 items to proceed with the order!")).toBeTruthy();
  expect(document.activeElement).toBe(meal("Week 1, Breakfast")[0]);
  expect(submitter.bodies).toEqual([]);
});
