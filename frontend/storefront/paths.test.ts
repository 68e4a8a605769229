import { expect, test } from "vitest";
import { bareNotFoundPaths, isBarePath, paths, samePath } from "./paths";

/** Section 2 "Routes", in its order and letter by letter. */
const specified = [
  "/",
  "/birthday",
  "/corporate",
  "/family",
  "/platters",
  "/birthday/page",
  "/corporate/page",
  "/family/page",
  "/partyplatters/page",
  "/mealsubscription",
  "/Meal/CustomerChoice",
  "/Meal/Weeklyandmonthlycombos",
  "/Meal/Nutrition",
  "/Meal/Weightlossweightgain",
  "/meal/VegMeal",
  "/meal/MealTrayPage",
  "/meal/MealTrayForm",
  "/meal/NonVegMeal",
  "/meal/NonVegMealForm",
  "/meal/VegMealForm",
  "/Meal/CustomerChoice/sumbit",
  "/Meal/Weeklyandmonthlycombos/form",
];

test("the paths are exactly the 22 of the specification", { tags: "spec:2.1" }, () => {
  const built = Object.values(paths).map((path) => path());
  expect(built.sort()).toEqual([...specified].sort());
  expect(specified).toHaveLength(22);
});

test("header and footer are hidden on /healthy-salads, /jusfriez and /p", () => {
  expect(bareNotFoundPaths).toEqual(["/healthy-salads", "/jusfriez", "/p"]);
  expect(["/healthy-salads", "/JusFriez", "/P", "/p/"].filter(isBarePath)).toHaveLength(4);
});

test("a path that only begins like one of them keeps header and footer", { tags: "spec:2.1" }, () => {
  expect(["/platters", "/p/q", "/jusfriez2", "/"].filter(isBarePath)).toEqual([]);
});

test("letter case and a trailing slash do not make another path", () => {
  expect(samePath("/meal/VegMeal", "/MEAL/vegmeal/")).toBe(true);
  expect(samePath("/meal/VegMeal", "/meal/VegMealForm")).toBe(false);
  expect(samePath("/", "/")).toBe(true);
});
