import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { holdsTexts, MealTable } from "./MealTable";

vi.mock("~/shared/catalogue/weeklyMenu", async (original) => ({
  ...(await original<object>()),
  weeklyPortions: {
    "Idli / Podi Idli": [
      [300, 11],
      [1350, 11, 1],
    ],
    "ABC Juice": [[130, 2]],
  },
}));

test.each([
  [
    "each its own protein",
    "Idli / Podi Idli",
    "11g / 12g",
    ["11g protein, 300 kcal", "12g protein, about 1,350 kcal"],
  ],
  [
    "one protein of both",
    "Idli / Podi Idli",
    "11g",
    ["11g protein, 300 kcal", "11g protein, about 1,350 kcal"],
  ],
  ["no stated protein: the recipe's", "ABC Juice", "-", ["2g protein, 130 kcal"]],
  ["no recipe", "Phulka", "5g", ["5g protein"]],
  ["neither", "Phulka / Puttu", "-", ["", ""]],
])("alternatives hold %s", (_case, name, protein, texts) => {
  const plain = holdsTexts(name, protein).map((text) => text.replaceAll("\u00a0", " "));
  expect(plain).toEqual(texts);
});

test("an item's alternatives are read as the menu names them, then what each holds", () => {
  expect(weeklyMenu.week1.breakfast[0]?.items[0]?.name).toBe("Idli / Podi Idli");
  render(<MealTable week="week1" meal="breakfast" selectedDays={[]} dispatch={() => undefined} />);
  expect(screen.getAllByRole("listitem")[0]?.textContent.replaceAll("\u00a0", " ")).toBe(
    "Idli / Podi Idli 11g protein, 300 kcal / 11g protein, about 1,350 kcal",
  );
});
