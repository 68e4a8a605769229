import { dishDescriptions } from "~/shared/catalogue/descriptions";
import { rules } from "~/shared/catalogue/rules";
import type { Dish, TierPrices } from "~/shared/domain/menu";
import { toPaise } from "~/shared/domain/pricing/paise";
import { soldOutText } from "~/shared/domain/soldOut";
import { formatRupees } from "~/shared/lib/text";
import { DietMark } from "~/storefront/product/DietMark";
import { DishPicture } from "~/storefront/product/DishPicture";
import { SoldOutNote } from "~/storefront/product/SoldOutNote";
import styles from "./DishDetails.module.css";

/** The dialog's content. A chunk of its own, with the descriptions, which the menu does not need. */
export function DishDetails({ dish }: { dish: Dish }) {
  const soldOut = soldOutText(dish.name);
  return (
    <div className={styles.details}>
      <DishPicture image={dish.image} sizes="40rem" eager className={styles.picture} />
      {soldOut && <SoldOutNote text={soldOut} />}
      <p className={styles.description}>
        <DietMark mark={dish.mark} /> {dishDescriptions[dish.image]}
      </p>
      {dish.prices ? <Prices prices={dish.prices} /> : <p>Price on request.</p>}
    </div>
  );
}

function Prices({ prices }: { prices: TierPrices }) {
  return (
    <>
      <dl className={styles.prices}>
        {rules.tiers.map(({ id, fromDays }) => {
          const rupees = prices[id];
          if (rupees === undefined) return null;
          return (
            <div key={id}>
              <dt>{id === "week" ? "Week" : `From ${fromDays} days`}</dt>
              <dd>{formatRupees(toPaise(rupees))}</dd>
            </div>
          );
        })}
      </dl>
      <p className={styles.basis}>per day, per meal</p>
    </>
  );
}
