import type { ReactNode } from "react";
import { classNames } from "~/shared/lib/classNames";
import styles from "./FeatureCards.module.css";
import { LeafIcon, PartyIcon, PriceIcon, ScooterIcon } from "./FeatureIcons";
import section from "./Section.module.css";

interface Feature {
  title: string;
  text: string;
  icon: ReactNode;
}

/** Titles and sentences are the specification's (section 1). */
const features: readonly Feature[] = [
  {
    title: "Affordable Pricing",
    text: "Exquisite taste, priced with care that fits every budget.",
    icon: <PriceIcon />,
  },
  { title: "Party & Events", text: "Perfect for birthdays, corporate & more.", icon: <PartyIcon /> },
  { title: "Fresh Ingredients", text: "Handpicked freshness, straight to your plate.", icon: <LeafIcon /> },
  { title: "Quick Delivery", text: "Seamless and reliable delivery across town.", icon: <ScooterIcon /> },
];

export function FeatureCards() {
  return (
    <section aria-label="What you can count on" className={styles.features}>
      <ul className={classNames(section.inside, styles.list)}>
        {features.map((feature) => (
          <li key={feature.title} className={styles.card}>
            {feature.icon}
            <h2 className={styles.title}>{feature.title}</h2>
            <p>{feature.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
