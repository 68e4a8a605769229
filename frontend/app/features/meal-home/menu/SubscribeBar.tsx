import { Button } from "~/ui/Button";
import styles from "./SubscribeBar.module.css";

export interface SubscribeBarProps {
  /** Ticked meals. */
  count: number;
  onSubscribe: () => void;
}

/** How many meals are ticked, and the way on; keeps to the foot of the window while the tables are longer. */
export function SubscribeBar({ count, onSubscribe }: SubscribeBarProps) {
  return (
    <div className={styles.bar}>
      <p role="status" className={styles.count}>
        {count === 0 ? "Tick a day to begin." : `${count} ${count === 1 ? "meal" : "meals"} ticked`}
      </p>
      <Button disabled={count === 0} onClick={onSubscribe}>
        Subscribe with these meals
      </Button>
    </div>
  );
}
