import { chatLink } from "~/shared/lib/chatLink";
import { ChatIcon } from "~/shared/ui/icons";
import type { DayOrderConfig } from "~/storefront/features/day-order/order";
import { describeMenu } from "~/storefront/features/day-order/orderText";
import { useSelection } from "~/storefront/features/day-order/useSelection";
import styles from "./ChatButton.module.css";

export interface ChatButtonProps {
  order: DayOrderConfig;
  /** Called on each click: a tray needs its minimum before a chat as well (specification, section 2). */
  mayOpen: () => boolean;
}

/** Opens the messaging app in a new tab with this order's greeting and selection filled in. */
export function ChatButton({ order, mayOpen }: ChatButtonProps) {
  const dishes = useSelection(order.kind, (selection) => selection.selectedItems);
  const totalCost = useSelection(order.kind, (selection) => selection.totalCost);
  return (
    <a
      href={chatLink(order.chatTopic, describeMenu(dishes, totalCost))}
      target="_blank"
      rel="noopener"
      aria-label="Chat about this order (opens in a new tab)"
      className={styles.chat}
      onClick={(event) => {
        if (order.minimumDishes > 1 && !mayOpen()) event.preventDefault();
      }}
    >
      <ChatIcon size={26} />
      <span className={styles.text} aria-hidden="true">
        Chat about this order
      </span>
    </a>
  );
}
