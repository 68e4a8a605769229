import { type ChatTopic, chatLink } from "~/shared/lib/chatLink";
import type { OrderText } from "~/shared/lib/orderText";
import { ChatIcon } from "~/shared/ui/icons";
import styles from "./OrderByChat.module.css";

export interface OrderByChatProps {
  topic: ChatTopic;
  /** The chat's text, without personal data. */
  order: OrderText;
  className?: string;
}

/** A link to order by chat, with the summary filled in (specification, section 1). */
export function OrderByChat({ topic, order, className }: OrderByChatProps) {
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
