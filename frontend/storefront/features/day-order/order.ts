import type { Menu, OrderKind } from "~/shared/domain/menu";
import type { DayOrderPrice } from "~/shared/domain/pricing/dayOrders";
import type { ChatTopic } from "~/shared/lib/chatLink";
import type { OrderFormValues } from "./form/values";
import type { Verdict } from "./replies";

/** Paths of the two screens of an order kind, passed in by the routes. */
export interface OrderPaths {
  readonly selection: string;
  readonly form: string;
}

/** The configuration of one order kind; the code is shared. */
export interface DayOrderConfig {
  readonly kind: OrderKind;
  readonly menu: Menu;
  readonly chatTopic: ChatTopic;
  /** Heading of the selection screen, and the sentence below it. */
  readonly title: string;
  readonly lead: string;
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
