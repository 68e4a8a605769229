import { expect, test } from "vitest";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { selectedMeals } from "~/shared/domain/weekly/selectedMeals";
import { NO_SLOTS, selectDay } from "~/shared/domain/weekly/slots";
import { subscriptionReceipt } from "./useSubscription";

const values = { firstName: "", lastName: "", phone: "", email: "", planDuration: "Weekly" };
const selectedItem = (day: number) =>
  selectedMeals(selectDay(NO_SLOTS, { week: "week1", meal: "breakfast" }, day, true), weeklyMenu);

test("a receipt mentions that we ask about alternatives when a meal has any", () => {
  const plan = { label: "Plan", value: "Weekly" };
  const [idliOrPodiIdli, pesarattu] = [selectedItem(0), selectedItem(2)];
  expect(subscriptionReceipt(values, pesarattu).facts).toEqual([plan]);
  expect(subscriptionReceipt(values, idliOrPodiIdli).facts).toEqual([
    plan,
    { label: "Dishes with a choice", value: "We’ll ask you which you prefer" },
  ]);
});

test("a receipt says the week and the day of a meal of the weekly menu", () => {
  const items = selectedItem(2);
  expect(subscriptionReceipt(values, items).chosen.names).toEqual([
    `${items[0]?.title} (Breakfast, Week 1, Wednesday)`,
  ]);
});
