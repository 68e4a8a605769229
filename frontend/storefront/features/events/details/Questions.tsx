import { useId } from "react";
import { ChevronIcon } from "~/shared/ui/icons/ChevronIcon";
import { EventSection } from "../EventSection";
import type { EventDetailsContent } from "../event";
import styles from "./Questions.module.css";

/** Notes on the number of guests, and frequent questions. */
export function Questions({ guests, questions }: Pick<EventDetailsContent, "guests" | "questions">) {
  const headingId = useId();
  return (
    <EventSection labelledBy={headingId} className={styles.layout}>
      <div className={styles.guests}>
        <h2>{guests.heading}</h2>
        <p className={styles.lead}>{guests.text}</p>
      </div>
      <div>
        <h2 id={headingId} className={styles.heading}>
          Questions and answers
        </h2>
        {questions.map(({ question, answer }) => (
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
