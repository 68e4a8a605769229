import { useRef } from "react";
import { customChoice } from "~/shared/catalogue/customChoice";
import { DeliveryNote } from "~/storefront/product/DeliveryNote";
import { PlanChoices, PlanPrice } from "~/storefront/product/PlanNotes";
import { RestoreSelection } from "~/storefront/product/RestoreSelection";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import styles from "./CustomChoice.module.css";
import { MealSection } from "./MealSection";
import { SelectionBar } from "./SelectionBar";
import { useCustomChoice } from "./useCustomChoice";

/** The custom meal choice screen (specification, section 2). */
export function CustomChoice() {
  const { selectedItems, select, submit, isLeaving, abandoned } = useCustomChoice();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className={styles.screen}>
      <header className={styles.intro}>
        <h1 ref={heading} tabIndex={-1}>
          Build your own plan
        </h1>
        <p className={styles.lead}>
          Ten breakfasts, ten lunches and ten dinners. Tick the ones you’d like, then send us your selection.
        </p>
        <PlanPrice weekly={false} />
        <PlanChoices besides="own" />
        <DeliveryNote />
        <RestoreSelection
          offered={abandoned.offered}
          onRestore={abandoned.restoreAbandoned}
          onForget={abandoned.discard}
          heading={heading}
        />
        <WithoutScript what="Choosing meals" topic={{ about: "a meal subscription" }} />
      </header>
      {customChoice.map(({ category, items }, index) => (
        <MealSection
          key={category}
          category={category}
          items={items}
          selectedItems={selectedItems}
          onSelect={select}
          first={index === 0}
        />
      ))}
      <SelectionBar selectedItems={selectedItems} onSubmit={submit} isLeaving={isLeaving} />
    </div>
  );
}
