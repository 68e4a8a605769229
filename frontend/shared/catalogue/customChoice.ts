import choice from "@contract/catalogue/custom-choice.json";
import { MEAL_LABELS, MEALS, type MealLabel } from "~/shared/domain/weekly/weeklyMenu";
import { portionsOf } from "./facts";

/** One of the ten meals that a visitor can choose for a time of day; the category is added once it is selected. */
export type ChoiceItem = Readonly<(typeof choice)["breakfast"][number]>;

export interface ChoiceSection {
  readonly category: MealLabel;
  readonly items: readonly ChoiceItem[];
}

/** Ten breakfasts, ten lunches and ten dinners. The contract's own test holds the file to its schema. */
export const customChoice: readonly ChoiceSection[] = MEALS.map((meal) => ({
  category: MEAL_LABELS[meal],
  items: choice[meal],
}));

/** What a portion of each meal holds, by its title. */
export const choicePortions = portionsOf(
  customChoice.flatMap(({ items }) => items.map(({ title }) => title)),
);
