import { expect, test } from "vitest";
import { parseLike } from "./useFormValues";

const MODEL = { name: "", days: "6", meals: { lunch: false, dinner: false } };

test("a value of the model's shape is returned", () => {
  const found = { name: "Asha", days: "15", meals: { lunch: true, dinner: false } };
  expect(parseLike(MODEL, found)).toEqual(found);
});

test.each([
  ["nothing", undefined, MODEL],
  ["no record", "Asha", MODEL],
  ["values of other types", { name: 7, days: null, meals: { lunch: "yes" } }, MODEL],
  ["unknown keys", { name: "Asha", age: "40" }, { ...MODEL, name: "Asha" }],
  ["a pasted text", { name: "a".repeat(200_000) }, { ...MODEL, name: "a".repeat(200_000) }],
])("of %s only matching fields are used", (_what, found, expected) => {
  expect(parseLike(MODEL, found)).toEqual(expected);
});
