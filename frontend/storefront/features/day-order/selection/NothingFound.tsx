import type { DishSearch } from "~/shared/domain/findDishes";
import { Button } from "~/shared/ui/Button";
import styles from "./DishList.module.css";

/** The empty state of a search. */
export function NothingFound({ search, onClear }: { search: DishSearch; onClear: () => void }) {
  return (
    <div className={styles.nothing}>
      <p>{nothingText(search)}</p>
      <Button variant="secondary" onClick={onClear}>
        Clear search
      </Button>
    </div>
  );
}

function nothingText({ text, filters }: DishSearch): string {
  const called = text.trim() ? ` called “${text.trim()}”` : "";
  return filters.length > 0
    ? `No dish${called} passes the filters. Try without one of them.`
    : `Nothing on this menu is${called}. Try another word.`;
}
