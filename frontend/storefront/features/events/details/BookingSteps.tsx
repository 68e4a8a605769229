import { useId } from "react";
import { EventSection } from "../EventSection";
import type { EventDetailsContent } from "../event";
import styles from "./BookingSteps.module.css";

/** How booking works, step by step. */
export function BookingSteps({ steps }: Pick<EventDetailsContent, "steps">) {
  const headingId = useId();
  return (
    <EventSection labelledBy={headingId} floor className={styles.layout}>
      <h2 id={headingId}>How booking works</h2>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step.title} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </EventSection>
  );
}
