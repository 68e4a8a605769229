import { useLayoutEffect, useState } from "react";
import { Button } from "~/shared/ui/Button";
import { Notice } from "~/shared/ui/Notice";
import styles from "./RestoreOrder.module.css";
import { discardRejected, rejectedOrder } from "./rejectedOrder";
import type { OrderFormValues } from "./values";

/**
 * Offers to restore the values of the last rejected order, whose form the specification empties. If its dishes were
 * restored on the menu, the values are filled in immediately.
 */
export function RestoreOrder({ onRestore }: { onRestore: (values: OrderFormValues) => void }) {
  const [rejected] = useState(rejectedOrder);
  const [isRestored, setIsRestored] = useState(rejected?.restored ?? false);

  useLayoutEffect(() => {
    if (!rejected || !isRestored) return;
    onRestore(rejected.values);
    discardRejected();
  }, [rejected, isRestored]);

  if (!rejected || (isRestored && !rejected.restored)) return null;
  return (
    <div className={styles.offer}>
      <Notice>
        We couldn’t accept your last order: {rejected.reason}{" "}
        {isRestored ? (
          "Here is everything you typed: please check it and send it again."
        ) : (
          <Button variant="quiet" className={styles.take} onClick={() => setIsRestored(true)}>
            Fill in what you typed
          </Button>
        )}
      </Notice>
    </div>
  );
}
