import { expect, test } from "vitest";
import { contradictions } from "./contradictions";

const of = (allergies: string, preferredFoods = "", dietaryGoal = "More protein in my day") =>
  contradictions({ dietaryGoal, allergies, preferredFoods });

test.each([
  ["No allergies, peanuts", "peanut"],
  ["None. Cashews!", "cashew"],
  ["no known food allergies but milk", "milk"],
  ["No allergies\nமுட்டை", "egg"],
  ["nil; groundnut", "peanut"],
])("no allergies together with one is a contradiction: %s", (text, food) => {
  expect(of(text)).toEqual({
    allergies: `This says no allergies, and ${food}. Please leave one of the two out.`,
    preferredFoods: undefined,
  });
});

test.each([
  "",
  "No allergies",
  "None",
  "No nuts",
  "no peanuts, no milk please",
  "Peanuts, cashews",
  "No nut allergy",
  "No allergies, no prawns please",
  "No allergies but I dislike fish",
  "Not sure; peanuts perhaps",
  "Coconut",
  "No problem with eggs. Allergic to fish",
])("other words of allergies pass: %s", (text) => {
  expect(of(text).allergies).toBeUndefined();
});

test.each([
  ["No allergies", "I have a nut allergy"],
  ["None.", "Dosa. I am lactose intolerant"],
  ["no", "allergic to prawns, love rice"],
  ["N/A", "No nuts, I have an allergy"],
  ["nil", "I avoid nuts because of my allergy"],
])("no allergies, and one beside the liked foods, are a contradiction: %s, %s", (allergies, foods) => {
  expect(of(allergies, foods)).toEqual({
    allergies: undefined,
    preferredFoods: "Allergies says none, and this mentions one. Please change one of the two.",
  });
});

test("no allergies, and one in the goal, are a contradiction", () => {
  expect(of("None", "", "A plan for my gluten intolerance")).toEqual({
    allergies: "Your goal mentions an allergy, and this says none. Please change one of the two.",
    preferredFoods: undefined,
  });
});

test.each([
  ["No allergies", "No allergies"],
  ["None", "Allergies: none. I like dosa"],
  ["No allergies", "I am not allergic to anything"],
  ["None", "I don’t have any allergy"],
  ["None", "Allergy-free snacks"],
  ["No nut allergy", "Milk intolerance"],
  ["", "I have a nut allergy"],
  ["Nuts", "I have a nut allergy"],
])("a text passes that denies allergies, or repeats one: %s, %s", (allergies, foods) => {
  expect(of(allergies, foods)).toEqual({ allergies: undefined, preferredFoods: undefined });
});

test.each([
  ["Peanuts", "Peanut chikki", "peanut"],
  ["Allergic to nuts", "almonds and dosa", "almond"],
  ["no dairy", "paneer", "milk"],
  ["seafood", "Prawn curry", "prawn"],
  ["வேர்க்கடலை", "groundnut chutney", "peanut"],
])("an allergy and a liking of one food are a contradiction: %s, %s", (allergies, foods, food) => {
  expect(of(allergies, foods)).toEqual({
    allergies: undefined,
    preferredFoods: `You are allergic to ${food}, and would like it here. Please change one of the two.`,
  });
});

test.each([
  ["Peanuts", "Dosa, paneer"],
  ["Peanuts", "no peanuts"],
  ["Milk", "almond milk, soy paneer"],
  ["Gluten", "gluten-free roti"],
  ["Eggs", "eggless cake, eggplant"],
  ["Cashew", "Almonds"],
  ["No nut allergy", "Almonds"],
  ["Nuts", "Coconut chutney, nutmeg"],
])("what is no food of an allergy passes: %s, %s", (allergies, foods) => {
  expect(of(allergies, foods).preferredFoods).toBeUndefined();
});

test.each([
  ["Vegetarian weight loss", "Chicken twice a week", "chicken"],
  ["vegan", "fish fry", "fish"],
])("a vegetarian goal with meat or fish is a contradiction: %s, %s", (goal, foods, food) => {
  expect(of("", foods, goal).preferredFoods).toBe(
    `Your goal says vegetarian, and this says ${food}. Please change one of the two.`,
  );
});

test.each([
  ["Non-vegetarian, more protein", "Chicken"],
  ["I am not vegetarian", "Chicken"],
  ["Vegetarian", "no chicken, paneer"],
  ["More vegetables and millets", "Chicken"],
])("another goal passes: %s, %s", (goal, foods) => {
  expect(of("", foods, goal).preferredFoods).toBeUndefined();
});
