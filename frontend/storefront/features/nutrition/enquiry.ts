/** Values of the Personalized Nutrition Form; the age is a string, as typed. */
export interface NutritionValues {
  readonly name: string;
  readonly age: string;
  readonly email: string;
  readonly dietaryGoal: string;
  readonly allergies: string;
  readonly preferredFoods: string;
}

export const EMPTY_ENQUIRY: NutritionValues = {
  name: "",
  age: "",
  email: "",
  dietaryGoal: "",
  allergies: "",
  preferredFoods: "",
};

/** The payload of the nutrition call: these keys and no others (specification, section 7). */
export function nutritionRequest(values: NutritionValues) {
  const { name, age, email, dietaryGoal, allergies, preferredFoods } = values;
  return { name, age, email, dietaryGoal, allergies, preferredFoods };
}
