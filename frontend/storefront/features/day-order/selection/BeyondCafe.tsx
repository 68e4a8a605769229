import { site } from "~/shared/lib/site";
import styles from "./BeyondCafe.module.css";

/** The order page's closing section about the cafe (specification, section 2: home of the meal area). */
export function BeyondCafe() {
  return (
    <section className={styles.band} data-paper="none">
      <h2>Beyond Just a Cafe</h2>
      <p>{site.brand.tagline}</p>
    </section>
  );
}
