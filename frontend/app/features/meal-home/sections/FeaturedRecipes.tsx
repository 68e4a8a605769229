import { MarkedName } from "~/catalogue/MarkedName";
import { galleryPicture } from "../pictures";
import styles from "./FeaturedRecipes.module.css";

/** In the order of the gallery's pictures. */
const recipes = [
  "Acai Bowl",
  "Chicken Rice Bowl",
  "Idli Sambar",
  "Berry Banana Egg Pancakes",
  "Garden Paneer Salad",
  "Tomato Basil Millet Pasta",
  "Paneer Butter Masala",
  "Cut Fruit Bowl",
  "Overnight Oats",
  "Chana Sundal",
] as const;

/** The gallery of ten photos (specification, section 2). */
export function FeaturedRecipes() {
  return (
    <section aria-labelledby="featured-title" className={styles.section}>
      <h2 id="featured-title">Featured Recipes</h2>
      <ul className={styles.gallery}>
        {recipes.map((name, index) => (
          <li key={name}>
            <figure className={styles.recipe}>
              <img
                {...galleryPicture(index + 1)}
                sizes="(min-width: 76rem) 15rem, (min-width: 40rem) 20vw, 50vw"
                loading="lazy"
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
