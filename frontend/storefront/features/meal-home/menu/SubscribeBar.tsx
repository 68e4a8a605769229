import { Button } from "~/shared/ui/Button";
import { FootBar } from "~/shared/ui/FootBar";
import styles from "./SubscribeBar.module.css";

export interface SubscribeBarProps {
  /** Number of selected meals. */
  count: number;
  onSubscribe: () => void;
}

/** The number of selected meals and the button to continue. */
export function SubscribeBar({ count, onSubscribe }: SubscribeBarProps) {
  return (
    <FootBar
      empty={count === 0}
      className={styles.bar}
      status={count === 0 ? "Tick a day to start." : `${count} ${count === 1 ? "meal" : "meals"} ticked`}
    >
      <Button disabled={count === 0} onClick={onSubscribe}>
        Subscribe with these meals
      </Button>
    </FootBar>
  );
}
