import { type pictures, texts } from "~/storefront/features/meal-home/content";
import { paths } from "~/storefront/paths";
import { isOffered } from "~/storefront/product/isOffered";

/** A way to order (specification, section 3 "Meal category"). */
export interface MealCategory {
  readonly id: string;
  readonly name: string;
  readonly desc: string;
  /** Picture key. */
  readonly image: keyof typeof pictures;
  readonly path: string;
  readonly buttonText: string;
}

/** This one opens the preference modal; its own path is defined but unused (specification, section 2). */
export const INDIVIDUAL_ITEMS: MealCategory = {
  id: "individual",
  name: "Individual items",
  desc: texts.individualText,
  image: "acai-bowl",
  path: paths.customerChoice(),
  buttonText: "Choose Items",
};

const categories: readonly MealCategory[] = [
  {
    id: "combos",
    name: "Weekly & Monthly Combos",
    desc: texts.combosText,
    image: "lemon-millet-bowl",
    path: paths.combos(),
    buttonText: "View Combos",
  },
  {
    id: "tray",
    name: "Meal Tray",
    desc: texts.trayText,
    image: "paneer-butter-masala",
    path: paths.mealTray(),
    buttonText: "Order Tray",
  },
  {
    id: "weight",
    name: "Weight Loss & Weight Gain",
    desc: texts.weightText,
    image: "garden-salad",
    path: paths.healthPlans(),
    buttonText: "Begin Journey",
  },
];

/** These lead to their path. */
export const mealCategories = categories.filter(({ path }) => isOffered(path));
