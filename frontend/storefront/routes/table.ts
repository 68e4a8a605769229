import type { ComponentType } from "react";
import { paths } from "~/storefront/paths";
import { isOffered } from "~/storefront/product/isOffered";
import { titles } from "./titles";

/** The screens of one call are one flow: form values are kept until the visitor enters another. */
type Flow = "events" | "veg" | "nonveg" | "tray" | "subscription" | "combos" | "health" | "nutrition";

/** One screen: path, title, and how its code is loaded. */
export interface RouteEntry {
  readonly path: string;
  /** Page title without the brand name; the brand is added when shown. */
  readonly title: string;
  /** Hidden from search engines, because it is empty without navigation state. */
  readonly noindex?: true;
  /** Path of the parent screen, for breadcrumbs in search results; defaults to the landing page. */
  readonly parent?: string;
  /** Screens without a flow, such as the landing page, end no visit. */
  readonly flow?: Flow;
  readonly page: () => Promise<Page>;
}

/** The module of one screen, with its description for search results. */
export interface Page {
  readonly default: ComponentType;
  readonly description: string;
}

/** To add a screen: write a module with a default export and a description, then one entry here. */
const screens: readonly RouteEntry[] = [
  {
    path: paths.landing(),
    title: titles.landing,
    page: () => import("~/storefront/features/landing/Landing"),
  },
  {
    path: paths.birthday(),
    title: titles.birthday,
    flow: "events",
    page: () => import("./BirthdayPage"),
  },
  {
    path: paths.birthdayPage(),
    title: titles.birthdayPage,
    parent: paths.birthday(),
    flow: "events",
    page: () => import("./BirthdayDetailsPage"),
  },
  {
    path: paths.corporate(),
    title: titles.corporate,
    flow: "events",
    page: () => import("./CorporatePage"),
  },
  {
    path: paths.corporatePage(),
    title: titles.corporatePage,
    parent: paths.corporate(),
    flow: "events",
    page: () => import("./CorporateDetailsPage"),
  },
  {
    path: paths.family(),
    title: titles.family,
    flow: "events",
    page: () => import("./FamilyPage"),
  },
  {
    path: paths.familyPage(),
    title: titles.familyPage,
    parent: paths.family(),
    flow: "events",
    page: () => import("./FamilyDetailsPage"),
  },
  {
    path: paths.platters(),
    title: titles.platters,
    flow: "events",
    page: () => import("./PlattersPage"),
  },
  {
    path: paths.partyPlattersPage(),
    title: titles.partyPlattersPage,
    parent: paths.platters(),
    flow: "events",
    page: () => import("./PlattersDetailsPage"),
  },
  {
    path: paths.vegMeal(),
    title: titles.vegMeal,
    flow: "veg",
    page: () => import("./VegMealPage"),
  },
  {
    path: paths.vegMealForm(),
    title: "Veg meal order form",
    noindex: true,
    flow: "veg",
    page: () => import("./VegMealFormPage"),
  },
  {
    path: paths.nonVegMeal(),
    title: titles.nonVegMeal,
    flow: "nonveg",
    page: () => import("./NonVegMealPage"),
  },
  {
    path: paths.nonVegMealForm(),
    title: "Non-veg meal order form",
    noindex: true,
    flow: "nonveg",
    page: () => import("./NonVegMealFormPage"),
  },
  {
    path: paths.mealTray(),
    title: titles.mealTray,
    flow: "tray",
    page: () => import("./MealTrayPage"),
  },
  {
    path: paths.mealTrayForm(),
    title: "Meal tray order form",
    noindex: true,
    flow: "tray",
    page: () => import("./MealTrayFormPage"),
  },
  {
    path: paths.mealSubscription(),
    title: titles.mealSubscription,
    flow: "subscription",
    page: () => import("~/storefront/features/meal-home/MealHome"),
  },
  {
    path: paths.combos(),
    title: titles.combos,
    parent: paths.mealSubscription(),
    flow: "combos",
    page: () => import("~/storefront/features/combos/picker/ComboPicker"),
  },
  {
    path: paths.combosForm(),
    title: "Weekly and monthly order form",
    noindex: true,
    flow: "combos",
    page: () => import("~/storefront/features/combos/form/ComboFormScreen"),
  },
  {
    path: paths.customerChoice(),
    title: titles.customerChoice,
    parent: paths.mealSubscription(),
    flow: "subscription",
    page: () => import("~/storefront/features/custom-choice/CustomChoice"),
  },
  {
    path: paths.customerChoiceSubmit(),
    title: "Meal subscription form",
    noindex: true,
    flow: "subscription",
    page: () => import("~/storefront/features/subscription/SubscriptionScreen"),
  },
  {
    path: paths.healthPlans(),
    title: titles.healthPlans,
    parent: paths.mealSubscription(),
    flow: "health",
    page: () => import("~/storefront/features/health-plans/HealthPlans"),
  },
  {
    path: paths.nutrition(),
    title: titles.nutrition,
    parent: paths.healthPlans(),
    flow: "nutrition",
    page: () => import("~/storefront/features/nutrition/Nutrition"),
  },
];

/** Every screen; those of menus that this shop does not offer are hidden from search engines. */
export const routeTable = screens.map(
  (screen): RouteEntry => (isOffered(screen.path) ? screen : { ...screen, noindex: true }),
);
