import { expect, test } from "vitest";
import { EMPTY_ENQUIRY, nutritionRequest } from "./useNutritionForm";

test("a nutrition enquiry carries the contract's six fields and nothing else, the age as it was typed", () => {
  const filled = { name: "Asha", age: "29", email: "asha@example.com", dietaryGoal: "More protein" };
  expect(nutritionRequest({ ...EMPTY_ENQUIRY, ...filled, allergies: "Peanuts" })).toEqual({
    ...filled,
    allergies: "Peanuts",
    preferredFoods: "",
  });
});
