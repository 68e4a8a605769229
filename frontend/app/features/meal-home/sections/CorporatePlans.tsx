import { paths } from "~/routes/paths";
import { LinkButton } from "~/ui/Button";
import { scenePicture } from "../pictures";
import styles from "./CorporatePlans.module.css";

/** Marketing copy for companies (specification, section 1). */
export function CorporatePlans() {
  return (
    <section aria-labelledby="corporate-title" className={styles.section}>
      <div className={styles.card}>
        <div className={styles.text}>
          <h2 id="corporate-title">Corporate Meal Plans</h2>
          <ul className={styles.points}>
            <li>HR and admins can sponsor meal plans for their people.</li>
            <li>Companies can tie up with us for employee discounts.</li>
            <li>Employees get coupons and passes for dine-in.</li>
          </ul>
          <LinkButton to={paths.corporate()}>Plan meals for your office</LinkButton>
        </div>
        <img
          {...scenePicture("corporate-meal-plan")}
          className={styles.picture}
          sizes="(min-width: 60rem) 40rem, 100vw"
          loading="lazy"
          alt="A meal tray of rice, gravy and sundal, with wraps, a salad and a mango shake"
        />
      </div>
    </section>
  );
}
