import styles from "./FormShell.module.css";

const FIELDS = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** Placeholder of the form until the stored selection has been read. */
export function FormShell() {
  return (
    <div className={styles.shell} aria-hidden="true">
      <div className={styles.fields}>
        {FIELDS.map((field) => (
          <div key={field} className={styles.field} />
        ))}
      </div>
      <div className={styles.summary} />
    </div>
  );
}
