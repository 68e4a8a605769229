import { type ReactNode, type Ref, useId } from "react";
import type { ChatTopic } from "~/shared/lib/chatLink";
import { classNames } from "~/shared/lib/classNames";
import type { OrderText } from "~/shared/lib/orderText";
import { DeliveryNote } from "./DeliveryNote";
import { OrderByChat } from "./OrderByChat";
import styles from "./SummaryCard.module.css";

export interface SummaryCardProps {
  /** Days, dishes and amounts. */
  children: ReactNode;
  topic: ChatTopic;
  /** The chat's text. */
  order: OrderText;
  /** The link back to the menu. */
  change: ReactNode;
  /** Ref of the heading, to focus it. */
  heading?: Ref<HTMLHeadingElement>;
  className?: string;
}

/** The order summary beside a form, with delivery note and order by chat. */
export function SummaryCard({ children, topic, order, change, heading, className }: SummaryCardProps) {
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
      <OrderByChat topic={topic} order={order} />
    </section>
  );
}
