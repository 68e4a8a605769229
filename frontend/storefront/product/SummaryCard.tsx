import { type ReactNode, type Ref, useId } from "react";
import { type ChatTopic, chatLink } from "~/shared/lib/chatLink";
import { classNames } from "~/shared/lib/classNames";
import type { OrderText } from "~/shared/lib/orderText";
import { REMOVES } from "~/shared/lib/useFocusAfterRemoval";
import { CloseButton } from "~/shared/ui/Button";
import { ChatIcon } from "~/shared/ui/icons";
import { DeliveryNote } from "./DeliveryNote";
import styles from "./SummaryCard.module.css";

interface SummaryCardProps {
  children: ReactNode;
  topic: ChatTopic;
  /** The chat's text. */
  order: OrderText;
  /** The link back to the menu. */
  change: ReactNode;
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

interface OrderByChatProps {
  topic: ChatTopic;
  /** The chat's text, without personal data. */
  order: OrderText;
  className?: string;
}

/** A link to order by chat, with the summary filled in (specification, section 1). */
function OrderByChat({ topic, order, className }: OrderByChatProps) {
  return (
    <p className={className}>
      <a className={styles.link} href={chatLink(topic, order)} target="_blank" rel="noopener">
        <ChatIcon size={20} />
        <span>
          Order this by chat instead <span className={styles.newTab}>(opens in a new tab)</span>
        </span>
      </a>
    </p>
  );
}

/** Removes a dish from a summary (useFocusAfterRemoval). */
export function RemoveButton(props: { label: string; onClick: () => void }) {
  return <CloseButton {...props} {...REMOVES} size={18} className={styles.remove} />;
}
