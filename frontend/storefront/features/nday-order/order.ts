import type { Menu, OrderKind } from "~/shared/domain/menu";
import type { NDayPrice } from "~/shared/domain/pricing/nday";
import type { ChatGreeting } from "~/shared/lib/chatLink";
import type { OrderFormValues } from "./form/values";
import type { Verdict } from "./wire/replies";

/** Where the two screens of one order kind are; the routes hand them in. */
export interface OrderPaths {
  readonly selection: string;
  readonly form: string;
}

/** What tells one order kind from another: everything else is the same code. */
export interface NDayOrder {
  readonly kind: OrderKind;
  readonly menu: Menu;
  readonly chatGreeting: ChatGreeting;
  /** Heading of the selection screen, and the sentence below it. */
  readonly title: string;
  readonly lead: string;
  /** Fewer ticked dishes than this open the "Minimum 4 Items Required" dialog (section 2, meal tray screen). */
  readonly minimumDishes: number;
  readonly formTitle: string;
  /** The form lists the chosen dishes among its fields (section 2, meal tray order form). */
  readonly listsDishes: boolean;
  /** What the form shows where no dish is held, and its button back. */
  readonly emptyNotice: { readonly title: string; readonly text: string; readonly back: string };
  /** The body of the call, exactly as section 7 lists its fields. */
  readonly payload: (values: OrderFormValues, price: NDayPrice) => object;
  /** Reads a reply; what it throws is shown as a failure. */
  readonly readReply: (reply: Response) => Promise<Verdict>;
  /** Veg leaves the form after any reply of the server, even a refusal (section 4). */
  readonly leavesOnRefusal: boolean;
  /** What the popup says when no reply came, or one that cannot be read (section 8). */
  readonly failureText: (error: Error) => string;
}
