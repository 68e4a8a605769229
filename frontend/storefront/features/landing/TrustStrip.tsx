import { classNames } from "~/shared/lib/classNames";
import { type FssaiNumber, fssaiLine } from "~/shared/lib/fssaiLine";
import { site } from "~/shared/lib/site";
import { Picture } from "~/shared/ui/Picture";
import { kitchen as shopsKitchen, reviews as shopsReviews } from "./content";
import styles from "./Landing.module.css";
import section from "./Section.module.css";

interface TrustStripProps {
  kitchen?: typeof shopsKitchen;
  reviews?: typeof shopsReviews;
  legal?: FssaiNumber;
}

/** The shop's kitchen, its FSSAI number and what customers wrote: each only when the shop has it, nothing without all. */
export function TrustStrip({
  kitchen = shopsKitchen,
  reviews = shopsReviews,
  legal = site.legal,
}: TrustStripProps) {
  const fssai = fssaiLine(legal);
  if (!fssai && !kitchen && !reviews.length) return null;
  return (
    <section aria-label="Our kitchen and our customers" className={styles.features}>
      <ul className={classNames(section.inside, styles.list)}>
        {(kitchen || fssai) && (
          <li className={styles.text}>
            {kitchen && (
              <Picture
                picture={kitchen}
                className={styles.picture}
                sizes="(min-width: 36rem) 18rem, 92vw"
                alt="Our kitchen"
              />
            )}
            {fssai}
          </li>
        )}
        {reviews.map(({ quote, source }) => (
          <li key={quote}>
            <figure className={styles.text}>
              <blockquote>{`“${quote}”`}</blockquote>
              <figcaption className={styles.detail}>{source}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
