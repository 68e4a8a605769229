import { type ReactNode, type Ref, useId } from "react";
import type { OrderText } from "#shared/lib/orderText.ts";
import type { ChatGreeting } from "~/shared/lib/chatLink";
import { classNames } from "~/shared/lib/classNames";
import { DeliveryNote } from "./DeliveryNote";
import { OrderByChat } from "./OrderByChat";
import styles from "./SummaryCard.module.css";

export interface SummaryCardProps {
  /** Days, dishes and amounts. */
  children: ReactNode;
  greeting: ChatGreeting;
  /** What the chat begins with. */
  order: OrderText;
  /** The way back to where it was chosen. */
  change: ReactNode;
  /** Given where the heading is to take the focus. */
  heading?: Ref<HTMLHeadingElement>;
  className?: string;
}

/** What an order comes to, beside its form: with how it is delivered, and the other way to order it. */
export function SummaryCard({ children, greeting, order, change, heading, className }: SummaryCardProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={classNames(styles.summary, className)}>
      <div className={styles.head}>
        <h2 ref={heading} id={headingId} tabIndex={heading ? -1 : undefined} className={styles.title}>
          Order Summary
        </h2>
        {change}
      </div>
      {children}
      <DeliveryNote />
      <OrderByChat greeting={greeting} order={order} />
    </section>
  );
}
