import { pictureOf } from "~/catalogue/pictures";
import styles from "./DishTable.module.css";

/** Three dishes laid as one table; the floors of their pictures run into each other and into the card's. */
export function DishTable({ dishes }: { dishes: readonly [string, string, string] }) {
  return (
    <div className={styles.table}>
      {dishes.map((key) => {
        const picture = pictureOf(key);
        return (
          picture && (
            <img key={key} {...picture} className={styles.dish} sizes="20rem" loading="lazy" alt="" />
          )
        );
      })}
    </div>
  );
}
