import { rules } from "~/shared/catalogue/rules";
import styles from "./PlanDurations.module.css";

/** The six durations (specification, section 2). */
export function PlanDurations() {
  return (
    <section aria-labelledby="duration-title" className={styles.ground}>
      <div className={styles.inside}>
        <h2 id="duration-title">Plan Duration</h2>
        <ol className={styles.durations}>
          {rules.planDurations.map(({ label, value }) => (
            <li key={value} className={styles.duration}>
              <h3>{label}</h3>
              <p>All above plans can be availed on this duration.</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
