import { expect, test } from "vitest";
import { textsOf } from "./texts";

const own = {
  landing: { heroHeading: "Green plates from {town}", vegText: "{categories} kinds, {name} & {unknown}" },
  birthdayPage: { questions: [{ question: "How far?", answer: "{radius} km from {location}" }] },
};

test("a shop's own words replace the shipped ones, field by field", () => {
  const texts = textsOf("landing", own);
  expect(texts.heroHeading).toBe("Green plates from Chennai");
  expect(texts.eventsHeading).toBe("Bring us to your party");
});

test("names in braces are filled in; an unknown one stays", () => {
  expect(textsOf("landing", own).vegText).toBe("13 kinds, Oottam & {unknown}");
  expect(textsOf("vegMeal", own).description).toBe(
    "Choose from 13 categories of protein-packed veg dishes, for 6 to 40 days. Free delivery within 5 km.",
  );
});

test("a list is replaced as a whole", () => {
  expect(textsOf("birthdayPage", own).questions).toEqual([
    { question: "How far?", answer: "5 km from Chennai: Besant Nagar, Alwarpet" },
  ]);
});
