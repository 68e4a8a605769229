import type { SelectedItem } from "~/shared/domain/subscription/selectedItem";
import { Button } from "~/shared/ui/Button";
import { FootBar } from "~/shared/ui/FootBar";
import styles from "./SelectionBar.module.css";

export interface SelectionBarProps {
  selectedItems: readonly SelectedItem[];
  onSubmit: () => void;
  isLeaving: boolean;
}

/** The number of selected meals and the button to continue. */
export function SelectionBar({ selectedItems, onSubmit, isLeaving }: SelectionBarProps) {
  const count = selectedItems.length;
  return (
    <FootBar
      empty={count === 0}
      className={styles.bar}
      status={
        <>
          <b>{count}</b> {count === 1 ? "meal" : "meals"} selected
        </>
      }
    >
      <Button size="lg" onClick={onSubmit} busy={isLeaving}>
        Submit Selection
      </Button>
    </FootBar>
  );
}
