import type { SelectedItem } from "~/domain/subscription/selectedItem";
import { isWeeklyMeal } from "~/domain/weekly/selectedMeals";
import { paths } from "~/paths";
import { ChangeLink } from "~/product/ChangeLink";
import { DishPicture } from "~/product/DishPicture";
import { MarkedName } from "~/product/MarkedName";
import { LinkButton } from "~/ui/Button";
import styles from "./SelectedMeals.module.css";

/** Cards whose pictures are in view at once on most screens. */
const EAGER_CARDS = 6;

export interface SelectedMealsProps {
  items: readonly SelectedItem[];
  /** The visitor goes to change them. */
  onChange: () => void;
}

export function SelectedMeals({ items, onChange }: SelectedMealsProps) {
  if (items.length === 0) return <NoMeals />;
  const menu = items.some(isWeeklyMeal) ? paths.mealSubscription() : paths.customerChoice();
  return (
    <>
      <p className={styles.change}>
        <ChangeLink what="meals" to={menu} selectedItems={items} onLeave={onChange} />
      </p>
      <ul className={styles.cards}>
        {items.map((item, index) => (
          <li key={item.id} className={styles.card}>
            <div>
              <DishPicture
                image={item.image}
                sizes="8rem"
                eager={index < EAGER_CARDS}
                className={styles.image}
              />
            </div>
            <div className={styles.words}>
              <p className={styles.category}>{item.category}</p>
              <h2 className={styles.title}>
                <MarkedName name={item.title} />
              </h2>
              <p className={styles.desc}>{item.desc}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function NoMeals() {
  return (
    <div className={styles.none}>
      <p>No meals selected.</p>
      <LinkButton to={paths.customerChoice()} variant="secondary">
        Choose meals
      </LinkButton>
    </div>
  );
}
