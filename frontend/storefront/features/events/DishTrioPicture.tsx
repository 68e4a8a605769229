import { Picture } from "~/shared/ui/Picture";
import { dishPictureOf } from "~/storefront/product/dishPictureOf";
import styles from "./DishTrioPicture.module.css";
import type { DishTrio } from "./event";

/** Three dishes as one decorative picture: a large one, and two beside it. */
export function DishTrioPicture({ dishes, eager = false }: { dishes: DishTrio; eager?: boolean }) {
  return (
    <div className={styles.trio}>
      {dishes.map((key, index) => {
        const picture = dishPictureOf(key);
        const sizes = index === 0 ? "(min-width: 60rem) 26rem, 62vw" : "(min-width: 60rem) 13rem, 31vw";
        return (
          picture && (
            <Picture
              key={key}
              picture={picture}
              className={styles.dish}
              sizes={sizes}
              loading={eager ? (index === 0 ? "first" : "eager") : "lazy"}
              alt=""
            />
          )
        );
      })}
    </div>
  );
}
