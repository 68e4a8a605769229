import type { pictures } from "./pictures";

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
    text: "Millets, eggs, paneer and pulses, on the menu every week.",
    dish: "lemon-millet-bowl",
  },
  {
    title: "Immune Support",
    text: "Juices and coolers of fruit, greens, amla, tulsi and ginger.",
    dish: "green-booster",
  },
  {
    title: "Mental Clarity",
    text: "Meals at the time you choose, so lunch is one less thing to think about.",
    dish: "overnight-oats",
  },
  {
    title: "Disease Prevention",
    text: "Tell us what you avoid; for medical advice, please ask your doctor.",
    dish: "sprouts-salad",
  },
];
