import { expect, test } from "vitest";
import { rules } from "~/shared/catalogue/rules";
import { priceDayOrder } from "~/shared/domain/pricing/dayOrders";
import type { OrderFormValues } from "~/storefront/features/day-order/form/values";
import { nonVegPayload, trayPayload, vegPayload } from "./dayOrder";

const values: OrderFormValues = {
  firstName: "Meena",
  lastName: "",
  phone: "98400 00000",
  email: "meena@example.com",
  days: "15",
  meals: { breakfast: true, lunch: false, dinner: true },
  timing: "08:30",
  address: "12 Beach Road, Besant Nagar",
};

const filledIn = {
  name: "Meena",
  lastname: "",
  phone: "98400 00000",
  email: "meena@example.com",
  selectedItemCount: 2,
  date: 15,
  sections: { breakfast: true, lunch: false, dinner: true },
  timing: "08:30",
  address: "12 Beach Road, Besant Nagar",
};

const eggs = { name: "Boiled Eggs", prices: { week: 70, fifteen: 65, thirty: 60 } };
const chapati = { name: "Multigrain Chapati", prices: { week: 31.5, fifteen: 29.75, thirty: 28 } };
const porridge = { name: "Ragi Porridge" };

test("a veg order sends name and discountedCost of each dish, and the days as a number", () => {
  expect(vegPayload(values, priceDayOrder([eggs, porridge], 15, 2, rules))).toStrictEqual({
    ...filledIn,
    selectedItems: [
      { name: "Boiled Eggs", discountedCost: 1820 },
      { name: "Ragi Porridge", discountedCost: 0 },
    ],
    finalAmount: 1820,
  });
});

test("a non-veg order adds the price before the discount, and that prices are multiplied already", () => {
  expect(nonVegPayload(values, priceDayOrder([eggs, porridge], 15, 2, rules))).toStrictEqual({
    ...filledIn,
    selectedItems: [
      { name: "Boiled Eggs", price: 2100, discountedCost: 1820 },
      { name: "Ragi Porridge", price: 0, discountedCost: 0 },
    ],
    finalAmount: 1820,
    pricesAlreadyMultiplied: true,
  });
});

test("without a discount a non-veg line's price is what is charged", () => {
  expect(nonVegPayload(values, priceDayOrder([eggs], 6, 2, rules)).selectedItems).toStrictEqual([
    { name: "Boiled Eggs", price: 840, discountedCost: 840 },
  ]);
});

test("a meal tray order sends the days as text and each charged line as price", () => {
  expect(trayPayload(values, priceDayOrder([eggs, chapati], 15, 2, rules))).toStrictEqual({
    ...filledIn,
    date: "15",
    selectedItems: [
      { name: "Boiled Eggs", price: 1820 },
      { name: "Multigrain Chapati", price: 833 },
    ],
    finalAmount: 2653,
  });
});

test("amounts are rupees exact to the paisa", () => {
  expect(trayPayload(values, priceDayOrder([chapati], 7, 1, rules)).finalAmount).toBe(220.5);
});
