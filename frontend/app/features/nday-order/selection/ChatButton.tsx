import { chatLink } from "~/lib/chatLink";
import { ChatIcon } from "~/ui/icons/ChatIcon";
import type { NDayOrder } from "../order";
import styles from "./ChatButton.module.css";

export interface ChatButtonProps {
  order: NDayOrder;
  /** Asked at each press: a tray needs its minimum before a chat as well (specification, section 2). */
  mayOpen: () => boolean;
}

/** Opens the messaging app in a new tab with this order's greeting filled in. */
export function ChatButton({ order, mayOpen }: ChatButtonProps) {
  return (
    <a
      href={chatLink(order.chatGreeting)}
      target="_blank"
      rel="noopener"
      className={styles.chat}
      onClick={(event) => {
        if (order.minimumDishes > 1 && !mayOpen()) event.preventDefault();
      }}
    >
      <ChatIcon size={28} label="Chat about this order (opens in a new tab)" />
    </a>
  );
}
