import type { ComponentType } from "react";
import { paths } from "~/paths";
import { isOffered } from "~/product/isOffered";

/** The screens of one call are one journey: what is typed there is kept until the visitor goes on to another. */
type Journey = "events" | "veg" | "nonveg" | "tray" | "subscription" | "combos" | "health" | "nutrition";

/** One screen: where it is, what the browser tab and search results call it, and how its code is fetched. */
export interface RouteEntry {
  readonly path: string;
  /** Page title without the brand name; the brand is added when shown. */
  readonly title: string;
  readonly description: string;
  /** Shows nothing (without what another screen hands over, say), so search engines leave it out. */
  readonly noindex?: true;
  /** Path of the screen above this one, for the trail in search results; the landing page unless said. */
  readonly parent?: string;
  /** Screens without one, the landing page for instance, leave none either. */
  readonly journey?: Journey;
  readonly page: () => Promise<{ default: ComponentType }>;
}

/** To add a screen: write routes/<Name>Page.tsx with a default export, then one entry here. */
const screens: readonly RouteEntry[] = [
  {
    path: paths.landing(),
    title: "Healthy meals and event catering in Chennai",
    description:
      "Protein-packed meals by the week, and catering for birthdays, offices and family gatherings in Chennai.",
    page: () => import("./LandingPage"),
  },
  {
    path: paths.birthday(),
    title: "Birthday catering in Chennai",
    description:
      "Pancake stacks, fruit bowls, wraps and shakes for a birthday table in Chennai. Tell us the day and who is coming.",
    journey: "events",
    page: () => import("./BirthdayPage"),
  },
  {
    path: paths.birthdayPage(),
    title: "Birthday menus and how to book",
    description:
      "Sample birthday menus from our kitchen in Chennai: veg, non-veg and mixed. How booking works, and answers.",
    parent: paths.birthday(),
    journey: "events",
    page: () => import("./BirthdayDetailsPage"),
  },
  {
    path: paths.corporate(),
    title: "Corporate catering and office meals in Chennai",
    description:
      "Office lunches, corporate snacking and sponsored meal plans in Chennai, with discounts and coupons for employees.",
    journey: "events",
    page: () => import("./CorporatePage"),
  },
  {
    path: paths.corporatePage(),
    title: "Corporate menus and how to book",
    description:
      "Sample office menus from our kitchen in Chennai: veg, non-veg and mixed. How booking works, and answers.",
    parent: paths.corporate(),
    journey: "events",
    page: () => import("./CorporateDetailsPage"),
  },
  {
    path: paths.family(),
    title: "Catering for family gatherings in Chennai",
    description:
      "Phulkas, gravies, sundals and rice bowls for a family table in Chennai, at home or with us. Tell us the day.",
    journey: "events",
    page: () => import("./FamilyPage"),
  },
  {
    path: paths.familyPage(),
    title: "Family menus and how to book",
    description:
      "Sample menus for a family table, cooked in Chennai: veg, non-veg and mixed. How booking works, and answers.",
    parent: paths.family(),
    journey: "events",
    page: () => import("./FamilyDetailsPage"),
  },
  {
    path: paths.platters(),
    title: "Party platters in Chennai",
    description:
      "Platters of sandwiches, wraps, eggs, sundals and cut fruit for a party in Chennai. Tell us how many are coming.",
    journey: "events",
    page: () => import("./PlattersPage"),
  },
  {
    path: paths.partyPlattersPage(),
    title: "Party platter menus and how to book",
    description:
      "What goes on our party platters, made in Chennai: veg, non-veg and mixed. How booking works, and answers.",
    parent: paths.platters(),
    journey: "events",
    page: () => import("./PlattersDetailsPage"),
  },
  {
    path: paths.vegMeal(),
    title: "Veg meals by the day",
    description:
      "Choose from 13 categories of protein-packed veg dishes, for 6 to 40 days. Free delivery within 5 km.",
    journey: "veg",
    page: () => import("./VegMealPage"),
  },
  {
    path: paths.vegMealForm(),
    title: "Veg meal order form",
    description: "Days, meals and delivery details of your veg meal order. Free delivery within 5 km.",
    noindex: true,
    journey: "veg",
    page: () => import("./VegMealFormPage"),
  },
  {
    path: paths.nonVegMeal(),
    title: "Non-veg meals by the day",
    description:
      "Egg, chicken and fish dishes with plenty of protein, for 6 to 40 days. Free delivery within 5 km.",
    journey: "nonveg",
    page: () => import("./NonVegMealPage"),
  },
  {
    path: paths.nonVegMealForm(),
    title: "Non-veg meal order form",
    description: "Days, meals and delivery details of your non-veg meal order. Free delivery within 5 km.",
    noindex: true,
    journey: "nonveg",
    page: () => import("./NonVegMealFormPage"),
  },
  {
    path: paths.mealTray(),
    title: "Meal tray",
    description: "Fill a tray with four dishes or more, from breads to juices. Free delivery within 5 km.",
    journey: "tray",
    page: () => import("./MealTrayPage"),
  },
  {
    path: paths.mealTrayForm(),
    title: "Meal tray order form",
    description: "Days, meals and delivery details of your meal tray order. Free delivery within 5 km.",
    noindex: true,
    journey: "tray",
    page: () => import("./MealTrayFormPage"),
  },
  {
    path: paths.mealSubscription(),
    title: "Meal subscriptions in Chennai",
    description:
      "Individual meals, weekly and monthly combos, meal trays and plans with doctors. Protein-packed, made in Chennai.",
    journey: "subscription",
    page: () => import("./MealSubscriptionPage"),
  },
  {
    path: paths.combos(),
    title: "Weekly and monthly combos",
    description:
      "Four weeks of breakfasts, lunches and dinners to choose from, at ₹375 a meal. Free delivery within 5 km.",
    parent: paths.mealSubscription(),
    journey: "combos",
    page: () => import("./CombosPage"),
  },
  {
    path: paths.combosForm(),
    title: "Weekly and monthly order form",
    description: "Delivery details of your weekly and monthly combos. Free delivery within 5 km.",
    noindex: true,
    journey: "combos",
    page: () => import("./CombosFormPage"),
  },
  {
    path: paths.customerChoice(),
    title: "Build your own meal plan",
    description:
      "Ten breakfasts, ten lunches and ten dinners to choose from, veg and non-veg. Free delivery within 5 km.",
    parent: paths.mealSubscription(),
    journey: "subscription",
    page: () => import("./CustomerChoicePage"),
  },
  {
    path: paths.customerChoiceSubmit(),
    title: "Meal subscription form",
    description: "Your selected meals and the form to subscribe to them. Free delivery within 5 km.",
    noindex: true,
    journey: "subscription",
    page: () => import("./CustomerChoiceSubmitPage"),
  },
  {
    path: paths.healthPlans(),
    title: "Health plans with doctors",
    description:
      "Weight gain, weight loss and nutrition plans, each with doctors you can book an appointment with.",
    parent: paths.mealSubscription(),
    journey: "health",
    page: () => import("./HealthPlansPage"),
  },
  {
    path: paths.nutrition(),
    title: "Personalized nutrition",
    description:
      "Tell us your dietary goal, allergies and favourite foods, and we’ll suggest dishes from our kitchen.",
    parent: paths.healthPlans(),
    journey: "nutrition",
    page: () => import("./NutritionPage"),
  },
];

/** Every screen that exists; that of a menu which this shop does not have is no find. */
export const routeTable = screens.map(
  (screen): RouteEntry => (isOffered(screen.path) ? screen : { ...screen, noindex: true }),
);
