import type { ReactNode } from "react";
import { SquarePicture } from "~/shared/ui/SquarePicture";
import { pictures } from "../pictures";
import styles from "./CategoryCard.module.css";
import type { MealCategory } from "./mealCategories";

export interface CategoryCardProps {
  category: MealCategory;
  /** The card's button or link. */
  children: ReactNode;
}

export function CategoryCard({ category, children }: CategoryCardProps) {
  return (
    <li className={styles.card}>
      <SquarePicture
        picture={pictures[category.image]}
        sizes="(min-width: 64rem) 18rem, (min-width: 36rem) 50vw, 40vw"
        className={styles.picture}
      />
      <div className={styles.text}>
        <h3>{category.name}</h3>
        <p>{category.desc}</p>
      </div>
      <div className={styles.action}>{children}</div>
    </li>
  );
}
