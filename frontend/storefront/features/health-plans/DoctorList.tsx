import { useId } from "react";
import { site } from "~/shared/lib/site";
import { Button } from "~/shared/ui/Button";
import styles from "./DoctorList.module.css";

/** The cafe's doctors, the same for each plan. */
export function DoctorList({ onBook }: { onBook: (doctorName: string) => void }) {
  const id = useId();
  return (
    <ul className={styles.doctors}>
      {site.doctors.names.map((name, index) => (
        <li key={name} className={styles.doctor}>
          <span className={styles.initials} aria-hidden="true">
            {initialsOf(name)}
          </span>
          <h3 id={`${id}-${index}`} className={styles.name}>
            {name}
          </h3>
          <Button onClick={() => onBook(name)} aria-describedby={`${id}-${index}`}>
            Book Appointment
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The first letters of a name without its title, "KR" for "Dr. Kavitha Raman". */
function initialsOf(name: string): string {
  const names = name.replace(/^Dr\.?\s+/i, "").split(/\s+/);
  return names.map((word) => word.charAt(0).toUpperCase()).join("");
}
