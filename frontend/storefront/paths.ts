/**
 * Every path of the storefront, relative to the base path /order (specification, section 2 "Routes").
 * The only file that spells a path; letter case and spelling are part of the contract.
 */
export const paths = {
  landing: () => "/",
  birthday: () => "/birthday",
  corporate: () => "/corporate",
  family: () => "/family",
  platters: () => "/platters",
  birthdayPage: () => "/birthday/page",
  corporatePage: () => "/corporate/page",
  familyPage: () => "/family/page",
  partyPlattersPage: () => "/partyplatters/page",
  mealSubscription: () => "/mealsubscription",
  customerChoice: () => "/Meal/CustomerChoice",
  /** "sumbit" is the contract's spelling (section 2). */
  customerChoiceSubmit: () => "/Meal/CustomerChoice/sumbit",
  combos: () => "/Meal/Weeklyandmonthlycombos",
  combosForm: () => "/Meal/Weeklyandmonthlycombos/form",
  nutrition: () => "/Meal/Nutrition",
  healthPlans: () => "/Meal/Weightlossweightgain",
  vegMeal: () => "/meal/VegMeal",
  vegMealForm: () => "/meal/VegMealForm",
  nonVegMeal: () => "/meal/NonVegMeal",
  nonVegMealForm: () => "/meal/NonVegMealForm",
  mealTray: () => "/meal/MealTrayPage",
  mealTrayForm: () => "/meal/MealTrayForm",
} as const;

/** Pages rendered by the server, outside /order: plain links. */
export const shopPages = { terms: "/shop/terms", privacy: "/shop/privacy", menu: "/shop/menu" } as const;

/** Paths of the 404 page without header and footer: exactly these, in any letter case. */
export const bareNotFoundPaths = ["/healthy-salads", "/jusfriez", "/p"] as const;

/** Canonical form for comparing paths, ignoring letter case and a trailing slash. */
function comparable(pathname: string): string {
  return pathname.toLowerCase().replace(/(.)\/+$/, "$1");
}

/** True when both paths lead to the same screen. */
export function samePath(a: string, b: string): boolean {
  return comparable(a) === comparable(b);
}

/** True where header and footer are hidden (section 2). */
export function isBarePath(pathname: string): boolean {
  return bareNotFoundPaths.some((bare) => samePath(bare, pathname));
}
