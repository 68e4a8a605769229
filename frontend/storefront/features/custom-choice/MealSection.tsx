import { useId } from "react";
import type { ChoiceItem } from "~/shared/catalogue/customChoice";
import type { SelectedItem } from "~/shared/domain/subscription/selectedItem";
import type { MealLabel } from "~/shared/domain/weekly/weeklyMenu";
import { MealCard } from "./MealCard";
import styles from "./MealSection.module.css";

/** Cards whose pictures are in view at once on most screens. */
const EAGER_CARDS = 4;

export interface MealSectionProps {
  category: MealLabel;
  items: readonly ChoiceItem[];
  selectedItems: readonly SelectedItem[];
  onSelect: (item: ChoiceItem, category: MealLabel, isSelected: boolean) => void;
  /** The first section of the page, whose first pictures load eagerly. */
  first: boolean;
}

/** The ten meals of one time of day. */
export function MealSection({ category, items, selectedItems, onSelect, first }: MealSectionProps) {
  const headingId = useId();
  const count = selectedItems.filter((item) => item.category === category).length;
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <div className={styles.head}>
        <h2 id={headingId}>{category}</h2>
        <p className={styles.count}>{count} selected</p>
      </div>
      <ul className={styles.cards}>
        {items.map((item, index) => (
          <MealCard
            key={item.id}
            item={item}
            selected={selectedItems.some(({ id }) => id === item.id)}
            onSelect={(isSelected) => onSelect(item, category, isSelected)}
            eager={first && index < EAGER_CARDS}
          />
        ))}
      </ul>
    </section>
  );
}
