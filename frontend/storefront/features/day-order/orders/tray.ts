import { rules } from "~/shared/catalogue/rules";
import { trayFacts, trayMenu } from "~/shared/catalogue/tray";
import { trayPayload } from "~/shared/payloads/dayOrder";
import { type DayOrderConfig, readTrayReply } from "~/storefront/features/day-order/order";

export const trayOrder: DayOrderConfig = {
  kind: "tray",
  menu: trayMenu,
  facts: trayFacts,
  chatTopic: "tray",
  title: "Meal Tray",
  lead: `Pick ${rules.tray.minimumDishes} dishes or more. One tray feeds one.`,
  severalNote: "More people? Order now, and tell us how many trays when we call.",
  minimumDishes: rules.tray.minimumDishes,
  formTitle: "Meal Tray Order Form",
  listsDishes: true,
  emptyNotice: {
    title: "Redirecting... Please select your Meal Tray items first.",
    text: `A tray holds ${rules.tray.minimumDishes} dishes or more: choose them, then come back here.`,
    back: "Back to Meal Tray",
  },
  payload: trayPayload,
  readReply: readTrayReply,
  leavesOnRefusal: false,
  failureText: (error) => error.message,
};
