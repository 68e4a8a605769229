import type { ReactNode } from "react";
import { classNames } from "~/shared/lib/classNames";
import { Picture } from "~/shared/ui/Picture";
import { CalendarIcon, LeafIcon, TapIcon } from "./FeatureIcons";
import { pictures } from "./pictures";
import section from "./Section.module.css";
import { texts } from "./texts";
import styles from "./WhyChooseUs.module.css";

interface Reason {
  title: string;
  text: string;
  icon: ReactNode;
}

/** The three features of the block (specification, section 1). */
const reasons: readonly Reason[] = [
  { title: "Farm Fresh", text: "Handpicked veggies, fruits and grains.", icon: <LeafIcon /> },
  { title: "Quick Booking", text: "Reserve a table in seconds.", icon: <CalendarIcon /> },
  { title: "Easy Ordering", text: "Order in a few taps.", icon: <TapIcon /> },
];

export function WhyChooseUs() {
  return (
    <section className={section.section}>
      <div className={classNames(section.inside, styles.layout)}>
        <Picture
          picture={pictures["cut-fruit"]}
          className={styles.picture}
          sizes="(min-width: 60rem) 36rem, 100vw"
          alt={texts.whyAlt}
        />
        <div>
          <div className={section.intro}>
            <p className={styles.kicker}>Why Choose Us</p>
            <h2>Freshness Meets Nutrition</h2>
          </div>
          <ul className={styles.reasons}>
            {reasons.map((reason) => (
              <li key={reason.title} className={styles.reason}>
                <span className={styles.icon}>{reason.icon}</span>
                <h3>{reason.title}</h3>
                <p>{reason.text}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
