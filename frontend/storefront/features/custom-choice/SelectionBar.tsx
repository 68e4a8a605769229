import type { SelectedItem } from "~/shared/domain/subscription/selectedItem";
import { Button } from "~/shared/ui/Button";
import { FootBar } from "~/shared/ui/FootBar";
import styles from "./SelectionBar.module.css";

export interface SelectionBarProps {
  selectedItems: readonly SelectedItem[];
  onSubmit: () => void;
  leaving: boolean;
}

/** How many meals are ticked, and the way on. */
export function SelectionBar({ selectedItems, onSubmit, leaving }: SelectionBarProps) {
  const count = selectedItems.length;
  return (
    <FootBar
      empty={count === 0}
      className={styles.bar}
      said={
        <>
          <b>{count}</b> {count === 1 ? "meal" : "meals"} selected
        </>
      }
    >
      <Button size="lg" onClick={onSubmit} busy={leaving}>
        Submit Selection
      </Button>
    </FootBar>
  );
}
