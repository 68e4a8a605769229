import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react";
import { findDishes, NO_SEARCH } from "~/shared/domain/findDishes";
import type { Dish, Menu } from "~/shared/domain/menu";
import { toPaise } from "~/shared/domain/pricing/paise";
import { classNames } from "~/shared/lib/classNames";
import { formatRupees } from "~/shared/lib/money";
import styles from "./phoneOrder.module.css";

export interface DishPickerProps {
  menu: Menu;
  ticked: readonly Dish[];
  onToggle: (dish: Dish) => void;
  search: RefObject<HTMLInputElement | null>;
  error?: string | undefined;
}

/**
 * The storefront's search over a menu, for the keyboard alone: typing narrows, the arrows choose, Enter ticks and has
 * the words ready to be typed over, Escape clears them.
 */
export function DishPicker({ menu, ticked, onToggle, search, error }: DishPickerProps) {
  const id = useId();
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState(0);
  const found = findDishes(menu, { ...NO_SEARCH, words });
  const active = Math.min(chosen, found.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => search.current?.focus(), [search]);

  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView?.({ block: "nearest" });
  }, [id, active]);

  function look(text: string): void {
    setWords(text);
    setChosen(0);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) setChosen((active + step + found.length) % found.length);
    else if (event.key === "Enter") tick();
    else if (event.key === "Escape") look("");
    else return;
    event.preventDefault();
  }

  function tick(): void {
    const dish = found[active]?.dish;
    if (!dish) return;
    onToggle(dish);
    search.current?.select();
  }

  return (
    <div className={styles.picker}>
      <label htmlFor={id} className={styles.searchLabel}>
        Find a dish
      </label>
      <input
        ref={search}
        id={id}
        type="search"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        placeholder="For example, idli or smoothie"
        value={words}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
        aria-describedby={classNames(`${id}-keys`, error && `${id}-error`)}
        aria-invalid={error ? true : undefined}
        onChange={(event) => look(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-keys`} className={styles.keys}>
        Arrow keys choose, Enter ticks, Escape clears.
      </p>
      {error && (
        <p id={`${id}-error`} className={styles.wrong}>
          {error}
        </p>
      )}
      <p className="spoken" role="status">
        {found.length === 1 ? "1 dish" : `${found.length} dishes`}
      </p>
      {/* Options are chosen from the field above: the list itself takes no focus. */}
      <div
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label="Dishes"
        aria-multiselectable="true"
        className={styles.list}
      >
        {found.map(({ dish, category }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field above has the keyboard.
          <div
            key={dish.id}
            id={optionId(index)}
            role="option"
            aria-selected={ticked.includes(dish)}
            className={classNames(styles.option, index === active && styles.active)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              setChosen(index);
              onToggle(dish);
            }}
          >
            <span className={styles.tick} aria-hidden="true" />
            <span className={styles.dish}>
              {dish.name} <small>{category.title}</small>
            </span>
            <span className={styles.price}>
              {dish.prices?.week === undefined
                ? "on request"
                : formatRupees(toPaise(dish.prices.week), { decimals: "auto" })}
            </span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={styles.nothing}>No dish of this menu is called that.</p>}
    </div>
  );
}
