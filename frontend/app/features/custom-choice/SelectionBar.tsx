import type { SelectedItem } from "~/domain/subscription/selectedItem";
import { Button } from "~/ui/Button";
import styles from "./SelectionBar.module.css";

export interface SelectionBarProps {
  selectedItems: readonly SelectedItem[];
  onSubmit: () => void;
  leaving: boolean;
}

/** How many meals are ticked, and the way on; keeps to the foot of the window while the list is longer. */
export function SelectionBar({ selectedItems, onSubmit, leaving }: SelectionBarProps) {
  const count = selectedItems.length;
  return (
    <div className={styles.bar}>
      <p className={styles.count} role="status">
        <b>{count}</b> {count === 1 ? "meal" : "meals"} selected
      </p>
      <Button size="lg" onClick={onSubmit} busy={leaving}>
        Submit Selection
      </Button>
    </div>
  );
}
