import { Link } from "react-router";
import { rules } from "~/shared/catalogue/rules";
import { toPaise } from "~/shared/domain/pricing/paise";
import { offersChoice } from "~/shared/domain/weekly/weeklyMenu";
import { formatRupees } from "~/shared/lib/text";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import { paths, shopPages } from "~/storefront/paths";
import styles from "./PlanNotes.module.css";

const itemPrice = formatRupees(toPaise(rules.combos.itemPrice));

/** The known prices of a subscription; staff agree on its total with the customer. */
export function PlanPrice({ weekly }: { weekly: boolean }) {
  return (
    <p>
      {weekly
        ? `Each meal is ${itemPrice}. We’ll call you to agree on the total for your plan.`
        : "We’ll call you with the price. We’ll also agree on which meal comes on which day."}
    </p>
  );
}

/** A note on alternatives, if one of these names has any. */
export function ChoiceNote({ names }: { names: readonly string[] }) {
  if (!names.some(offersChoice)) return null;
  return <p>For dishes with a choice (A / B), we’ll ask you which you prefer.</p>;
}

/** A link to the allergens of every dish, for pages without a dialog that lists them. */
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
    kind: `one order, up to ${rules.combos.weeks} weeks`,
    to: paths.combos(),
    price: `${itemPrice} a meal, total shown`,
    days: `you pick, ${rules.combos.minimumItems} meals or more`,
    dishes: "set meals",
  },
  {
    id: "weekly",
    name: "Weekly menu",
    kind: "subscription, a week to a year",
    to: `${paths.mealSubscription()}#weekly-menu`,
    price: `${itemPrice} a meal, total by call`,
    days: "you pick",
    dishes: "set meals",
  },
  {
    id: "own",
    name: "Build your own plan",
    kind: "subscription, your dishes",
    to: paths.customerChoice(),
    price: "by call",
    days: "by call",
    dishes: "you pick",
  },
] as const;

export interface PlanChoicesProps {
  /** The plan that is on this page; `href` is its anchor where it is further down, else it is not a link. */
  here: { readonly id: (typeof plans)[number]["id"]; readonly href?: `#${string}` };
}

/**
 * Compares the three weekly meal plans, with links. It looks like a table, or like a list where there is no room for columns,
 * and is read as a sentence for each plan.
 */
export function PlanChoices({ here }: PlanChoicesProps) {
  return (
    <div className={styles.plans}>
      <p className={styles.title}>Combos, weekly menu or your own plan?</p>
      <div className={styles.rows}>
        <p className={styles.head} aria-hidden="true">
          {["Plan", "Price", "Days", "Dishes"].map((title) => (
            <span key={title}>{title}</span>
          ))}
        </p>
        {plans.map(({ id, name, kind, to, price, days, dishes }) => (
          <p key={id} className={styles.row}>
            <span>
              {id !== here.id ? (
                <Link to={to}>
                  <Name name={name} kind={kind} />
                </Link>
              ) : here.href ? (
                <a href={here.href}>
                  <Name name={name} kind={kind} />
                </a>
              ) : (
                <Name name={name} kind={kind} />
              )}
            </span>
            <Cell label="Price">{price}</Cell>
            <Cell label="Days">{days}</Cell>
            <Cell label="Dishes">{dishes}</Cell>
          </p>
        ))}
      </div>
    </div>
  );
}

function Name({ name, kind }: { name: string; kind: string }) {
  return (
    <>
      <b>{name}</b>
      <span className={visuallyHidden.text}>, </span>
      <span className={styles.kind}>{kind}</span>
    </>
  );
}

function Cell({ label, children }: { label: string; children: string }) {
  return (
    <span>
      <span className={visuallyHidden.text}>. </span>
      <span className={styles.label}>{label}: </span>
      {children}
    </span>
  );
}
