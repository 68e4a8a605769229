import type { OrderText } from "#shared/lib/orderText.ts";
import { type ChatGreeting, chatLink } from "~/shared/lib/chatLink";
import { ChatIcon } from "~/shared/ui/icons/ChatIcon";
import styles from "./OrderByChat.module.css";

export interface OrderByChatProps {
  greeting: ChatGreeting;
  /** What the chat begins with; nobody's name, number or address. */
  order: OrderText;
  className?: string;
}

/** The other way to order what a summary shows: a chat that already says it (specification, section 1). */
export function OrderByChat({ greeting, order, className }: OrderByChatProps) {
  return (
    <p className={className}>
      <a className={styles.link} href={chatLink(greeting, order)} target="_blank" rel="noopener">
        <ChatIcon size={20} />
        <span>
          Order this by chat instead <span className={styles.newTab}>(opens in a new tab)</span>
        </span>
      </a>
    </p>
  );
}
