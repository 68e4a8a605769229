import { Picture } from "~/shared/ui/Picture";
import { MarkedName } from "~/storefront/product/MarkedName";
import { pictures } from "../pictures";
import styles from "./FeaturedRecipes.module.css";

const recipes = [
  { name: "Acai Bowl", picture: pictures["gallery-01"] },
  { name: "Chicken Rice Bowl", picture: pictures["gallery-02"] },
  { name: "Idli Sambar", picture: pictures["gallery-03"] },
  { name: "Berry Banana Egg Pancakes", picture: pictures["gallery-04"] },
  { name: "Garden Paneer Salad", picture: pictures["gallery-05"] },
  { name: "Tomato Basil Millet Pasta", picture: pictures["gallery-06"] },
  { name: "Paneer Butter Masala", picture: pictures["gallery-07"] },
  { name: "Cut Fruit Bowl", picture: pictures["gallery-08"] },
  { name: "Overnight Oats", picture: pictures["gallery-09"] },
  { name: "Chana Sundal", picture: pictures["gallery-10"] },
] as const;

/** The gallery of ten photos (specification, section 2). */
export function FeaturedRecipes() {
  return (
    <section aria-labelledby="featured-title" className={styles.section}>
      <h2 id="featured-title">Featured Recipes</h2>
      <ul className={styles.gallery}>
        {recipes.map(({ name, picture }) => (
          <li key={name}>
            <figure className={styles.recipe}>
              <Picture
                picture={picture}
                sizes="(min-width: 76rem) 15rem, (min-width: 40rem) 20vw, 50vw"
                alt=""
                className={styles.picture}
              />
              <figcaption>
                <MarkedName name={name} />
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
