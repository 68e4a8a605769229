import { dishDescriptions, dishFacts } from "~/shared/catalogue/descriptions";
import { rules } from "~/shared/catalogue/rules";
import type { Figures } from "~/shared/domain/facts";
import type { Dish, TierPrices } from "~/shared/domain/menu";
import { tierRanges } from "~/shared/domain/pricing/dayOrders";
import { toPaise } from "~/shared/domain/pricing/paise";
import { soldOutText } from "~/shared/domain/soldOut";
import { formatRupees, joinWithAnd } from "~/shared/lib/text";
import { DietMark } from "~/storefront/product/DietMark";
import { DishPicture } from "~/storefront/product/DishPicture";
import { SoldOutNote } from "~/storefront/product/SoldOutNote";
import styles from "./DishDetails.module.css";

/** The dialog's content. A chunk of its own, with the descriptions, which the menu does not need. */
export function DishDetails({ dish }: { dish: Dish }) {
  const soldOut = soldOutText(dish.name);
  const facts = dishFacts[dish.name];
  return (
    <div className={styles.details}>
      <DishPicture image={dish.image} sizes="40rem" eager className={styles.picture} />
      {soldOut && <SoldOutNote text={soldOut} />}
      <p className={styles.description}>
        <DietMark mark={dish.mark} /> {dishDescriptions[dish.image]}
      </p>
      {facts && <p>{containsText(facts.contains)}</p>}
      {dish.prices ? <Prices prices={dish.prices} /> : <p>Price on request.</p>}
      {facts?.figures && <Holds portion={facts.portion} figures={facts.figures} />}
    </div>
  );
}

function Prices({ prices }: { prices: TierPrices }) {
  return (
    <>
      <dl className={styles.prices}>
        {tierRanges(rules).map(({ id, label }) => {
          const rupees = prices[id];
          if (rupees === undefined) return null;
          return (
            <div key={id}>
              <dt>{label}</dt>
              <dd>{formatRupees(toPaise(rupees))}</dd>
            </div>
          );
        })}
      </dl>
      <p className={styles.basis}>per day, per meal</p>
    </>
  );
}

/** What a portion holds by the recipe. */
function Holds({ portion, figures }: { portion: string; figures: Figures }) {
  return (
    <section className={styles.holds}>
      <h3>One portion{portion && `: ${portion}`}</h3>
      <dl className={styles.prices}>
        {rowsOf(figures).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.small}>
        {figures.isAbout && "“About”: some values are those of similar ingredients. "}
        Calculated from our recipes, not measured. An average active adult requires 2,000 kcal energy per day,
        however, calorie needs may vary.
      </p>
    </section>
  );
}

function rowsOf({ kcal, protein, carbohydrate, fat, fibre, isAbout }: Figures): readonly [string, string][] {
  const about = isAbout ? "about " : "";
  return [
    ["Energy", `${about}${kcal} kcal`],
    ["Protein", `${about}${protein} g`],
    ["Carbohydrate", `${about}${carbohydrate} g`],
    ["Fat", `${about}${fat} g`],
    ["Fibre", `${about}${fibre} g`],
  ];
}

/** The allergens: all that the recipe says, and no more. */
function containsText(contains: readonly string[] | null): string {
  if (!contains) return "We do not know yet which allergens are in it: please ask us.";
  if (contains.length === 0)
    return "Our recipe has none of the allergens that we ask about. Please tell us about yours.";
  return `Contains ${joinWithAnd(contains)}.`;
}
