import { Link } from "react-router";
import { rules } from "~/shared/catalogue/rules";
import { toPaise } from "~/shared/domain/pricing/paise";
import { offersChoice } from "~/shared/domain/weekly/weeklyMenu";
import { formatRupees } from "~/shared/lib/text";
import { paths, shopPages } from "~/storefront/paths";
import styles from "./PlanNotes.module.css";

const itemPrice = formatRupees(toPaise(rules.combos.itemPrice));
const PRICE_BY_PHONE = "We’ll call you with the price.";

/** The known prices of a subscription; staff agree on its total with the customer. */
export function PlanPrice({ weekly }: { weekly: boolean }) {
  return (
    <p>
      {weekly
        ? `Each meal is ${itemPrice}. We’ll call you to agree on the total for your plan.`
        : `${PRICE_BY_PHONE} We’ll also agree on which meal comes on which day.`}
    </p>
  );
}

/** A note on alternatives, if one of these names has any. */
export function ChoiceNote({ names }: { names: readonly string[] }) {
  if (!names.some(offersChoice)) return null;
  return <p>For dishes with a choice (A / B), we’ll ask you which you prefer.</p>;
}

/** Leads to the allergens of every dish, where there is no dialog that says them. */
export function AllergensLink() {
  return (
    <p>
      Allergies? <a href={shopPages.menu}>All dishes with their allergens</a>
    </p>
  );
}

const plans = [
  {
    id: "combos",
    name: "Weekly & monthly combos",
    to: paths.combos(),
    text: `set meals at ${itemPrice} each. Pick ${rules.combos.minimumItems} or more and see your total.`,
  },
  {
    id: "weekly",
    name: "Weekly menu",
    to: `${paths.mealSubscription()}#weekly-menu`,
    text: "the same set meals, as a subscription. We’ll call you to agree on the total.",
  },
  {
    id: "own",
    name: "Your own plan",
    to: paths.customerChoice(),
    text: `breakfasts, lunches and dinners you pick yourself. ${PRICE_BY_PHONE}`,
  },
] as const;

export interface PlanChoicesProps {
  /** The page's own plan. */
  besides?: (typeof plans)[number]["id"];
  /** Anchor of the weekly menu, if it is on this page. */
  weeklyMenu?: `#${string}`;
}

/** Compares the weekly meal plans, all three or those besides the page's own, with links. */
export function PlanChoices({ besides, weeklyMenu }: PlanChoicesProps) {
  return (
    <div className={styles.plans}>
      {plans
        .filter(({ id }) => id !== besides)
        .map(({ id, name, to, text }) => (
          <p key={id}>
            {id === "weekly" && weeklyMenu ? <a href={weeklyMenu}>{name}</a> : <Link to={to}>{name}</Link>}:{" "}
            {text}
          </p>
        ))}
    </div>
  );
}
