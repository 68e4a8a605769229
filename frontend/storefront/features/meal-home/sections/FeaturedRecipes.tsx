import { Picture } from "~/shared/ui/Picture";
import { MarkedName } from "~/storefront/product/MarkedName";
import { pictures } from "../pictures";
import { texts } from "../texts";
import styles from "./FeaturedRecipes.module.css";

const photos = [
  "gallery-01",
  "gallery-02",
  "gallery-03",
  "gallery-04",
  "gallery-05",
  "gallery-06",
  "gallery-07",
  "gallery-08",
  "gallery-09",
  "gallery-10",
] as const;

/** The gallery of ten photos (specification, section 2). */
export function FeaturedRecipes() {
  return (
    <section aria-labelledby="featured-title" className={styles.section}>
      <h2 id="featured-title">Featured Recipes</h2>
      <ul className={styles.gallery}>
        {photos.map((photo, index) => (
          <li key={photo}>
            <figure className={styles.recipe}>
              <Picture
                picture={pictures[photo]}
                sizes="(min-width: 76rem) 15rem, (min-width: 40rem) 20vw, 50vw"
                alt=""
                className={styles.picture}
              />
              <figcaption>
                <MarkedName name={texts.featuredRecipes[index] ?? ""} />
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
