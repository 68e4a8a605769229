import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react";
import { findDishes, NO_SEARCH } from "~/shared/domain/findDishes";
import type { Dish, Menu } from "~/shared/domain/menu";
import { toPaise } from "~/shared/domain/pricing/paise";
import { classNames } from "~/shared/lib/classNames";
import { formatRupees } from "~/shared/lib/text";
import styles from "./phoneOrder.module.css";

export interface DishPickerProps {
  menu: Menu;
  selected: readonly Dish[];
  onToggle: (dish: Dish) => void;
  search: RefObject<HTMLInputElement | null>;
  error?: string | undefined;
}

/**
 * A combobox over the storefront's dish search, usable by keyboard alone: arrow keys move, Enter toggles the dish and
 * selects the text for the next search, Escape clears it.
 */
export function DishPicker({ menu, selected, onToggle, search, error }: DishPickerProps) {
  const id = useId();
  const [text, setWords] = useState("");
  const [highlighted, setHighlighted] = useState(0);
  const matches = findDishes(menu, { ...NO_SEARCH, text: text });
  const active = Math.min(highlighted, matches.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => search.current?.focus(), [search]);

  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView?.({ block: "nearest" });
  }, [id, active]);

  function searchFor(text: string): void {
    setWords(text);
    setHighlighted(0);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && matches.length > 0)
      setHighlighted((active + step + matches.length) % matches.length);
    else if (event.key === "Enter") toggleActive();
    else if (event.key === "Escape") searchFor("");
    else return;
    event.preventDefault();
  }

  function toggleActive(): void {
    const dish = matches[active]?.dish;
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
        value={text}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={matches.length > 0 ? optionId(active) : undefined}
        aria-describedby={classNames(`${id}-keys`, error && `${id}-error`)}
        aria-invalid={error ? true : undefined}
        onChange={(event) => searchFor(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-keys`} className={`hint ${styles.keys}`}>
        Arrow keys choose, Enter ticks, Escape clears.
      </p>
      {error && (
        <p id={`${id}-error`} className="wrong">
          {error}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {matches.length === 1 ? "1 dish" : `${matches.length} dishes`}
      </p>
      {/* The input above moves through the options: the list itself is never focused. */}
      <div
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label="Dishes"
        aria-multiselectable="true"
        className={styles.list}
      >
        {matches.map(({ dish, category }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the input above handles the keys.
          <div
            key={dish.id}
            id={optionId(index)}
            role="option"
            aria-selected={selected.includes(dish)}
            className={classNames(styles.option, index === active && styles.active)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              setHighlighted(index);
              onToggle(dish);
            }}
          >
            <span className={styles.tick} aria-hidden="true" />
            <span className={styles.dish}>
              {dish.name} <small>{category.title}</small>
            </span>
            <span className={styles.price}>
              {dish.prices?.week === undefined ? "on request" : formatRupees(toPaise(dish.prices.week))}
            </span>
          </div>
        ))}
      </div>
      {matches.length === 0 && <p className={styles.nothing}>No dish of this menu is called that.</p>}
    </div>
  );
}
