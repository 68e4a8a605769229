import { nonVegFacts, nonVegMenu } from "~/shared/catalogue/nonveg";
import { nonVegPayload } from "~/shared/payloads/dayOrder";
import { type DayOrderConfig, readStatusReply } from "~/storefront/features/day-order/order";

export const nonVegOrder: DayOrderConfig = {
  kind: "nonveg",
  menu: nonVegMenu,
  facts: nonVegFacts,
  chatTopic: "nonveg",
  title: "Non-Veg Meals",
  lead: "Pick what you want every day. Next, choose your days and mealtimes.",
  minimumDishes: 1,
  formTitle: "Non-Veg Meal Order Form",
  listsDishes: false,
  emptyNotice: {
    title: "Please select Non-Veg items first.",
    text: "Your order starts with the menu: pick a dish or two, then come back here.",
    back: "Back to Non-Veg Meals",
  },
  payload: nonVegPayload,
  readReply: readStatusReply,
  leavesOnRefusal: false,
  failureText: (error) => `❌ ${error.message}`,
};
