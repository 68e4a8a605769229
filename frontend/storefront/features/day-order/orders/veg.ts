import { vegFacts, vegMenu } from "~/shared/catalogue/veg";
import { vegPayload } from "~/shared/payloads/dayOrder";
import { type DayOrderConfig, readStatusReply } from "~/storefront/features/day-order/order";

export const vegOrder: DayOrderConfig = {
  kind: "veg",
  menu: vegMenu,
  facts: vegFacts,
  chatTopic: "veg",
  title: "Veg Meals",
  lead: "Pick what you want every day. Next, choose your days and mealtimes.",
  minimumDishes: 1,
  formTitle: "Veg Meal Order Form",
  listsDishes: false,
  emptyNotice: {
    title: "Redirecting... Please select items first.",
    text: "Your order starts with the menu: pick a dish or two, then come back here.",
    back: "Back to Veg Meals",
  },
  payload: vegPayload,
  readReply: readStatusReply,
  leavesOnRefusal: true,
  failureText: (error) => `❌ ${error.message}`,
};
