import { useId } from "react";
import { ChevronIcon } from "~/shared/ui/icons";
import { EventSection } from "~/storefront/features/events/EventSection";
import type { EventDetailsContent } from "~/storefront/features/events/event";
import styles from "./Questions.module.css";

/** Notes on the number of guests, and frequent questions. */
export function Questions({ details }: { details: EventDetailsContent }) {
  const headingId = useId();
  return (
    <EventSection labelledBy={headingId} className={styles.layout}>
      <div className={styles.guests}>
        <h2>{details.guestsHeading}</h2>
        <p className={styles.lead}>{details.guestsText}</p>
      </div>
      <div>
        <h2 id={headingId} className={styles.heading}>
          Questions and answers
        </h2>
        {details.questions.map(({ question, answer }) => (
          <details key={question} className={styles.entry}>
            <summary className={styles.question}>
              {question}
              <ChevronIcon size={22} />
            </summary>
            <p className={styles.answer}>{answer}</p>
          </details>
        ))}
      </div>
    </EventSection>
  );
}
