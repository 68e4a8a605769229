import { useId } from "react";
import type { ChoiceItem } from "~/shared/catalogue/customChoice";
import { dishMark } from "~/shared/domain/dishMark";
import { soldOutText } from "~/shared/domain/soldOut";
import { classNames } from "~/shared/lib/classNames";
import { CheckboxInput } from "~/shared/ui/CheckboxInput";
import frame from "~/shared/ui/SelectableCard.module.css";
import { DietMark } from "~/storefront/product/DietMark";
import { DishPicture } from "~/storefront/product/DishPicture";
import { SoldOutNote } from "~/storefront/product/SoldOutNote";
import styles from "./MealCard.module.css";

export interface MealCardProps {
  item: ChoiceItem;
  selected: boolean;
  onSelect: (on: boolean) => void;
  eager: boolean;
}

/** One meal; the card is the label of its checkbox, which is named "Select" and the meal's title. */
export function MealCard({ item, selected, onSelect, eager }: MealCardProps) {
  const id = useId();
  const soldOut = soldOutText(item.title);
  return (
    <li className={styles.place}>
      <label className={classNames(frame.card, styles.card, soldOut && styles.soldOut)}>
        <span className={styles.picture}>
          <DishPicture
            image={item.image}
            sizes="(min-width: 80rem) 18rem, (min-width: 40rem) 33vw, 8rem"
            eager={eager}
            className={styles.image}
          />
        </span>
        <span className={styles.text}>
          <span className={styles.name}>
            <span id={`${id}-title`} className={styles.title}>
              {item.title}
            </span>
            <DietMark mark={dishMark(item.title)} id={`${id}-mark`} />
          </span>
          <span id={`${id}-desc`} className={styles.desc}>
            {item.desc}
          </span>
          {soldOut && <SoldOutNote id={`${id}-sold-out`} text={soldOut} />}
        </span>
        <span className={styles.select}>
          <CheckboxInput
            className={styles.box}
            checked={selected}
            disabled={soldOut !== undefined && !selected}
            onChange={(event) => onSelect(event.target.checked)}
            aria-labelledby={`${id}-select ${id}-title`}
            aria-describedby={`${soldOut ? `${id}-sold-out ` : ""}${id}-mark ${id}-desc`}
          />
          <span id={`${id}-select`}>Select</span>
        </span>
      </label>
    </li>
  );
}
