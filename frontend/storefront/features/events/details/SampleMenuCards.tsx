import { useId } from "react";
import { Link } from "react-router";
import { paths } from "~/storefront/paths";
import { isOffered } from "~/storefront/product/isOffered";
import { EventSection } from "../EventSection";
import { type SampleDiet, type SampleMenus, sampleDiets } from "../sampleMenu";
import { SampleMenuCard } from "./SampleMenuCard";
import styles from "./SampleMenuCards.module.css";

const titles: Readonly<Record<SampleDiet, { title: string; promise: string }>> = {
  veg: { title: "Veg menu", promise: "No meat, no fish, no egg." },
  nonveg: { title: "Non-veg menu", promise: "Egg, chicken or fish in every dish." },
  mixed: { title: "Mixed menu", promise: "Something for both sides of the table." },
};

const allDishes = [
  { label: "Veg meals", to: paths.vegMeal() },
  { label: "Non-veg meals", to: paths.nonVegMeal() },
  { label: "Meal tray", to: paths.mealTray() },
];

/** The three sample menus of an event, with a link to the whole menu. */
export function SampleMenuCards({ lead, menus }: { lead: string; menus: SampleMenus }) {
  const headingId = useId();
  return (
    <EventSection id="menus" labelledBy={headingId} className={styles.layout}>
      <div className={styles.intro}>
        <h2 id={headingId}>Sample menus</h2>
        <p className={styles.lead}>{lead}</p>
      </div>
      <ul className={styles.cards}>
        {sampleDiets
          .filter((diet) => menus[diet].length > 0)
          .map((diet) => (
            <SampleMenuCard key={diet} {...titles[diet]} dishes={menus[diet]} />
          ))}
      </ul>
      <p className={styles.all}>
        All our dishes:{" "}
        {allDishes
          .filter(({ to }) => isOffered(to))
          .map(({ to, label }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
      </p>
    </EventSection>
  );
}
