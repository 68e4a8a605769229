import { type pictures, texts } from "./content";

export interface NutritionBox {
  readonly title: string;
  readonly text: string;
  /** Picture key of a dish. */
  readonly dish: keyof typeof pictures;
}

/** The four cards of the intro (specification, section 2). They describe food and make no health claims. */
export const nutritionBoxes: readonly NutritionBox[] = [
  {
    title: "Energy & Strength",
    text: texts.energyText,
    dish: "lemon-millet-bowl",
  },
  {
    title: "Immune Support",
    text: texts.immuneText,
    dish: "green-booster",
  },
  {
    title: "Mental Clarity",
    text: texts.clarityText,
    dish: "overnight-oats",
  },
  {
    title: "Disease Prevention",
    text: texts.preventionText,
    dish: "sprouts-salad",
  },
];
