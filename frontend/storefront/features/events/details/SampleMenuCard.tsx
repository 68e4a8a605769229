import { DietMark } from "~/storefront/product/DietMark";
import { DishPicture } from "~/storefront/product/DishPicture";
import type { SampleDish } from "../sampleMenu";
import styles from "./SampleMenuCard.module.css";

export interface SampleMenuCardProps {
  title: string;
  promise: string;
  dishes: readonly SampleDish[];
}

/** One menu: its first dish large, then every dish with its picture and mark. */
export function SampleMenuCard({ title, promise, dishes }: SampleMenuCardProps) {
  const [first] = dishes;
  return (
    <li className={styles.card}>
      {first && (
        <DishPicture image={first.image} sizes="(min-width: 60rem) 25rem, 92vw" className={styles.cover} />
      )}
      <div className={styles.text}>
        <h3>{title}</h3>
        <p className={styles.promise}>{promise}</p>
        <ul className={styles.dishes}>
          {dishes.map((dish) => (
            <li key={dish.name} className={styles.dish}>
              <DishPicture image={dish.image} sizes="4rem" className={styles.thumb} />
              <DietMark mark={dish.mark} />
              <span>{dish.name}</span>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
