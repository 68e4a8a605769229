import type { MenuFacts } from "~/shared/domain/facts";
import type { Menu, OrderKind } from "~/shared/domain/menu";
import type { DayOrderPrice } from "~/shared/domain/pricing/dayOrders";
import type { ChatTopic } from "~/shared/lib/chatLink";
import { paths } from "~/storefront/paths";
import type { OrderFormValues } from "./form/values";

/** Paths of the two screens of an order kind, passed in by the routes. */
export interface OrderPaths {
  readonly selection: string;
  readonly form: string;
}

/** The configuration of one order kind; the code is shared. */
export interface DayOrderConfig {
  readonly kind: OrderKind;
  readonly menu: Menu;
  /** What its dishes hold, by id. */
  readonly facts: MenuFacts;
  readonly chatTopic: ChatTopic;
  /** Heading of the selection screen, and the sentence below it. */
  readonly title: string;
  readonly lead: string;
  /** How to order for several people, shown by the form; without it neither screen mentions it. */
  readonly severalNote?: string;
  /** Fewer selected dishes open the "Minimum 4 Items Required" dialog (section 2, meal tray screen). */
  readonly minimumDishes: number;
  readonly formTitle: string;
  /** The form lists the selected dishes among its fields (section 2, meal tray order form). */
  readonly listsDishes: boolean;
  /** The form's empty state, with a link to the menu. */
  readonly emptyNotice: { readonly title: string; readonly text: string; readonly back: string };
  /** Builds the payload, with exactly the fields of section 7. */
  readonly payload: (values: OrderFormValues, price: DayOrderPrice) => object;
  /** Parses a reply; an exception counts as a failure. */
  readonly readReply: (reply: Response) => Promise<Verdict>;
  /** Veg leaves the form after any reply of the server, even a rejection (section 4). */
  readonly leavesOnRefusal: boolean;
  /** The popup's text without a reply, or with an unreadable one (section 8). */
  readonly failureText: (error: Error) => string;
}

/** Whether an order was accepted, and the popup's text. */
interface Verdict {
  readonly accepted: boolean;
  readonly text: string;
}

/** Veg and non-veg: JSON with a status and the server's own message (specification, sections 7 and 8). */
export async function readStatusReply(reply: Response): Promise<Verdict> {
  const body: unknown = await reply.json();
  const { status, message } = Object(body) as Record<string, unknown>;
  const accepted = status === "success";
  const fallback = accepted ? "Order submitted successfully!" : "Server Error!";
  return { accepted, text: typeof message === "string" && message !== "" ? message : fallback };
}

/** Meal tray: only the status of the reply counts, its body stays unread. */
export async function readTrayReply(reply: Response): Promise<Verdict> {
  return reply.ok
    ? { accepted: true, text: "✅ Meal Tray Order submitted successfully!" }
    : { accepted: false, text: "❌ Failed to submit Meal Tray order" };
}

/** The two screens of each order by the day. */
export const orderPaths: Readonly<Record<OrderKind, OrderPaths>> = {
  veg: { selection: paths.vegMeal(), form: paths.vegMealForm() },
  nonveg: { selection: paths.nonVegMeal(), form: paths.nonVegMealForm() },
  tray: { selection: paths.mealTray(), form: paths.mealTrayForm() },
};
