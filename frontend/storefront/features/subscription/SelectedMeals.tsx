import type { SelectedItem } from "~/shared/domain/subscription/selectedItem";
import { isWeeklyMeal } from "~/shared/domain/weekly/selectedMeals";
import { LinkButton } from "~/shared/ui/Button";
import { paths } from "~/storefront/paths";
import { ChangeLink } from "~/storefront/product/ChangeLink";
import { DishPicture } from "~/storefront/product/DishPicture";
import { MarkedName } from "~/storefront/product/MarkedName";
import styles from "./SelectedMeals.module.css";

/** Cards whose pictures are in view at once on most screens. */
const EAGER_CARDS = 6;

export interface SelectedMealsProps {
  items: readonly SelectedItem[];
  /** Called when the visitor follows the link to change them. */
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
            <div className={styles.text}>
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
