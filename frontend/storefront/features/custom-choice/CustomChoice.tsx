import { useId, useRef } from "react";
import { type ChoiceItem, choicePortions, customChoice } from "~/shared/catalogue/customChoice";
import { dishMark } from "~/shared/domain/dishMark";
import { addAmounts, amountOfName, amountText, anyOf } from "~/shared/domain/facts";
import { soldOutText } from "~/shared/domain/soldOut";
import type { SelectedItem } from "~/shared/domain/subscription/selectedItem";
import type { MealLabel } from "~/shared/domain/weekly/weeklyMenu";
import { classNames } from "~/shared/lib/classNames";
import { Button } from "~/shared/ui/Button";
import { CheckboxInput } from "~/shared/ui/Checkbox";
import { FootBar } from "~/shared/ui/FootBar";
import frame from "~/shared/ui/SelectableCard.module.css";
import { DeliveryNote } from "~/storefront/product/DeliveryNote";
import { DietMark } from "~/storefront/product/DietMark";
import { DishPicture } from "~/storefront/product/DishPicture";
import { AllergensLink, PlanChoices, PlanPrice } from "~/storefront/product/PlanNotes";
import { RestoreSelection } from "~/storefront/product/RestoreSelection";
import { SoldOutNote } from "~/storefront/product/SoldOutNote";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import styles from "./CustomChoice.module.css";
import { useCustomChoice } from "./useCustomChoice";

export { description } from "./description";

/** The custom meal choice screen (specification, section 2). */
export default function CustomChoice() {
  const { selectedItems, select, submit, isLeaving, abandoned } = useCustomChoice();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className={styles.screen}>
      <header className={styles.intro}>
        <h1 ref={heading} tabIndex={-1}>
          Build your own plan
        </h1>
        <p className={styles.lead}>
          Ten breakfasts, ten lunches and ten dinners. Pick the ones you’d like, then send us your selection.
        </p>
        <PlanPrice weekly={false} />
        <PlanChoices besides="own" />
        <AllergensLink />
        <DeliveryNote />
        <RestoreSelection {...abandoned} heading={heading} />
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

/** Cards whose pictures are in view at once on most screens. */
const EAGER_CARDS = 4;

interface MealSectionProps {
  category: MealLabel;
  items: readonly ChoiceItem[];
  selectedItems: readonly SelectedItem[];
  onSelect: (item: ChoiceItem, category: MealLabel, isSelected: boolean) => void;
  /** The first section of the page, whose first pictures load eagerly. */
  first: boolean;
}

/** The ten meals of one time of day. */
function MealSection({ category, items, selectedItems, onSelect, first }: MealSectionProps) {
  const headingId = useId();
  const count = selectedItems.filter((item) => item.category === category).length;
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <div className={styles.head}>
        <h2 id={headingId}>{category}</h2>
        <p className={styles.count}>{count} selected</p>
      </div>
      <ul className={styles.cards}>
        {items.map((item, index) => (
          <MealCard
            key={item.id}
            item={item}
            selected={selectedItems.some(({ id }) => id === item.id)}
            onSelect={(isSelected) => onSelect(item, category, isSelected)}
            eager={first && index < EAGER_CARDS}
          />
        ))}
      </ul>
    </section>
  );
}

interface MealCardProps {
  item: ChoiceItem;
  selected: boolean;
  onSelect: (on: boolean) => void;
  eager: boolean;
}

/** One meal; the card is the label of its checkbox, which is named "Select" and the meal's title. */
function MealCard({ item, selected, onSelect, eager }: MealCardProps) {
  const id = useId();
  const soldOut = soldOutText(item.title);
  const amount = amountOfName(choicePortions[item.title]);
  return (
    <li className={styles.place}>
      <label className={classNames(frame.card, styles.card, soldOut && styles.soldOut)}>
        <span className={styles.picture}>
          <DishPicture
            image={item.image}
            sizes="(min-width: 80rem) 18rem, (min-width: 40rem) 33vw, 8rem"
            eager={eager}
            className={styles.image}
          />
        </span>
        <span className={styles.text}>
          <span className={styles.name}>
            <span id={`${id}-title`} className={styles.title}>
              {item.title}
            </span>
            <DietMark mark={dishMark(item.title)} id={`${id}-mark`} />
          </span>
          <span id={`${id}-desc`} className={styles.desc}>
            {item.desc}
          </span>
          {amount && (
            <span id={`${id}-holds`} className={styles.holds}>
              {amountText(amount, ", ")}
            </span>
          )}
          {soldOut && <SoldOutNote id={`${id}-sold-out`} text={soldOut} />}
        </span>
        <span className={styles.select}>
          <CheckboxInput
            className={styles.box}
            checked={selected}
            disabled={soldOut !== undefined && !selected}
            onChange={(event) => onSelect(event.target.checked)}
            aria-labelledby={`${id}-select ${id}-title`}
            aria-describedby={`${soldOut ? `${id}-sold-out ` : ""}${id}-mark ${id}-desc${amount ? ` ${id}-holds` : ""}`}
          />
          <span id={`${id}-select`}>Select</span>
        </span>
      </label>
    </li>
  );
}

interface SelectionBarProps {
  selectedItems: readonly SelectedItem[];
  onSubmit: () => void;
  isLeaving: boolean;
}

/** What a day of the selected meals holds, with one meal of each time of day; "" where it is not known. */
function holdsText(selectedItems: readonly SelectedItem[]): string {
  const meals = customChoice
    .map(({ category }) => selectedItems.filter((item) => item.category === category))
    .filter((items) => items.length > 0);
  const amount = addAmounts(
    meals.map((items) => anyOf(items.map(({ title }) => amountOfName(choicePortions[title])))),
  );
  return amount ? `A day of these: ${amountText(amount, ", ")}.` : "";
}

/** The number of selected meals, what a day of them holds, and the button to continue. */
function SelectionBar({ selectedItems, onSubmit, isLeaving }: SelectionBarProps) {
  const count = selectedItems.length;
  const holds = holdsText(selectedItems);
  return (
    <FootBar
      empty={count === 0}
      className={styles.bar}
      note={holds && <p className={styles.holds}>{holds}</p>}
      status={
        <>
          <b>{count}</b> {count === 1 ? "meal" : "meals"} selected
        </>
      }
    >
      <Button size="lg" onClick={onSubmit} busy={isLeaving}>
        Submit Selection
      </Button>
    </FootBar>
  );
}
