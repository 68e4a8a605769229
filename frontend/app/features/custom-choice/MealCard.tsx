import { useId } from "react";
import type { ChoiceItem } from "~/catalogue/customChoice";
import { DietMark } from "~/catalogue/DietMark";
import { DishPicture } from "~/catalogue/DishPicture";
import { dishMark } from "~/domain/dishMark";
import { TickBox } from "~/ui/TickBox";
import styles from "./MealCard.module.css";

export interface MealCardProps {
  item: ChoiceItem;
  selected: boolean;
  onToggle: () => void;
  eager: boolean;
}

/** One meal: the whole card is the label of its checkbox, which is called "Select" and the meal's title. */
export function MealCard({ item, selected, onToggle, eager }: MealCardProps) {
  const id = useId();
  return (
    <li className={styles.place}>
      <label className={styles.card}>
        <span className={styles.picture}>
          <DishPicture
            image={item.image}
            name={item.title}
            category=""
            sizes="(min-width: 80rem) 18rem, (min-width: 40rem) 33vw, 8rem"
            eager={eager}
            className={styles.image}
          />
        </span>
        <span className={styles.words}>
          <span className={styles.name}>
            <span id={`${id}-title`} className={styles.title}>
              {item.title}
            </span>
            <DietMark mark={dishMark(item.title)} id={`${id}-mark`} />
          </span>
          <span id={`${id}-desc`} className={styles.desc}>
            {item.desc}
          </span>
        </span>
        <span className={styles.select}>
          <TickBox
            className={styles.box}
            checked={selected}
            onChange={onToggle}
            aria-labelledby={`${id}-select ${id}-title`}
            aria-describedby={`${id}-mark ${id}-desc`}
          />
          <span id={`${id}-select`}>Select</span>
        </span>
      </label>
    </li>
  );
}
