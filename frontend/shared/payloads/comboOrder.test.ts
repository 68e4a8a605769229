import { expect, test } from "vitest";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { allSlots, NO_SLOTS, type Slots } from "~/shared/domain/weekly/slots";
import { handoverOf, readHandover } from "~/storefront/features/combos/handover";
import { comboPayload } from "./comboOrder";

const asha = {
  firstName: "Asha",
  lastName: "Iyer",
  phone: "98400 00000",
  email: "asha@example.com",
  deliveryTime: "08:30",
  address: "12 Beach Road, Besant Nagar",
};
const six: Slots = {
  ...NO_SLOTS,
  week1: { breakfast: [0, 2], lunch: [5], dinner: [] },
  week3: { breakfast: [], lunch: [], dinner: [1, 3, 4] },
};
const noDays = { breakfast: [], lunch: [], dinner: [] };

test("the payload is exactly what section 7 lists, with day names per week and meal", {
  tags: "spec:3.5",
}, () => {
  expect(comboPayload(asha, handoverOf(six, weeklyMenu), 6)).toEqual({
    name: "Asha",
    lastname: "Iyer",
    phone: "98400 00000",
    email: "asha@example.com",
    address: "12 Beach Road, Besant Nagar",
    deliveryTime: "08:30",
    days: 6,
    totalSelected: 6,
    selectedItems: {
      week1: { breakfast: ["Monday", "Wednesday"], lunch: ["Saturday"], dinner: [] },
      week2: noDays,
      week3: { breakfast: [], lunch: [], dinner: ["Tuesday", "Thursday", "Friday"] },
      week4: noDays,
    },
    finalAmount: 2250,
    discount: 0,
  });
});

test("all 72 items are sent with their final amount and discount in rupees", () => {
  const payload = comboPayload(asha, handoverOf(allSlots(6), weeklyMenu), 6);
  expect(payload).toMatchObject({ totalSelected: 72, finalAmount: 24990, discount: 2010 });
});

test("day names fall back to Monday to Sunday by index where the image data has no day field", {
  tags: "spec:3.5",
}, () => {
  const handover = readHandover({ selectedItems: six, finalAmount: 2250, discount: 0 });
  expect(handover && comboPayload(asha, handover, 6).selectedItems.week1).toEqual({
    breakfast: ["Monday", "Wednesday"],
    lunch: ["Saturday"],
    dinner: [],
  });
});
