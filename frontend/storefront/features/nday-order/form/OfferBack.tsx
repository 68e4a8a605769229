import { useLayoutEffect, useState } from "react";
import { Button } from "~/shared/ui/Button";
import { Notice } from "~/shared/ui/Notice";
import styles from "./OfferBack.module.css";
import { forgetRefused, refusedOrder } from "./refusedOrder";
import type { OrderFormValues } from "./values";

/**
 * Offers what was typed into the order that was refused last, and whose form is emptied by the specification. Where
 * its dishes were restored on the menu it is filled in at once.
 */
export function OfferBack({ onTake }: { onTake: (values: OrderFormValues) => void }) {
  const [refused] = useState(refusedOrder);
  const [taken, setTaken] = useState(refused?.restored ?? false);

  useLayoutEffect(() => {
    if (!refused || !taken) return;
    onTake(refused.values);
    forgetRefused();
  }, [refused, taken]);

  if (!refused || (taken && !refused.restored)) return null;
  return (
    <div className={styles.offer}>
      <Notice>
        We couldn’t accept your last order: {refused.reason}{" "}
        {taken ? (
          "Here is everything you typed: please check it and send it again."
        ) : (
          <Button variant="quiet" className={styles.take} onClick={() => setTaken(true)}>
            Fill in what you typed
          </Button>
        )}
      </Notice>
    </div>
  );
}
