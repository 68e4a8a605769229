import { useState } from "react";
import { Button } from "~/ui/Button";
import { Notice } from "~/ui/Notice";
import styles from "./OfferBack.module.css";
import { forgetRefused, refusedValues } from "./refusedOrder";
import type { OrderFormValues } from "./values";

/** Offers what was typed into the order that was refused last, and whose form is emptied by the specification. */
export function OfferBack({ onTake }: { onTake: (values: OrderFormValues) => void }) {
  const [offered, setOffered] = useState(refusedValues);
  if (!offered) return null;

  function take(values: OrderFormValues): void {
    onTake(values);
    forgetRefused();
    setOffered(undefined);
  }

  return (
    <div className={styles.offer}>
      <Notice>
        Your last order was not taken.{" "}
        <Button variant="quiet" className={styles.take} onClick={() => take(offered)}>
          Fill in what you typed
        </Button>
      </Notice>
    </div>
  );
}
