import { type RefObject, useEffect, useId, useMemo, useState } from "react";
import { type DishFilter, SMALL_PRICE, switchFilter, usefulFilters } from "~/shared/domain/dishFilters";
import { type DishSearch, NO_SEARCH } from "~/shared/domain/findDishes";
import type { Menu } from "~/shared/domain/menu";
import { CloseButton } from "~/shared/ui/Button";
import { SearchIcon } from "~/shared/ui/icons";
import { ToggleButtons } from "~/shared/ui/ToggleButtons";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import styles from "./FindDishes.module.css";

const LABELS: Readonly<Record<DishFilter, string>> = {
  veg: "Veg",
  egg: "Egg",
  "no-egg": "No egg",
  millet: "Millet",
  salad: "Salad",
  smoothie: "Smoothie",
  "under-200": `Under ₹${SMALL_PRICE}`,
};

export interface FindDishesProps {
  menu: Menu;
  search: DishSearch;
  onSearch: (search: DishSearch) => void;
  input: RefObject<HTMLInputElement | null>;
}

/**
 * Search and filters over all categories of a menu. On phones it collapses into one button, so that the first dish is
 * in the first view.
 */
export function FindDishes({ menu, search, onSearch, input }: FindDishesProps) {
  const id = useId();
  const panelId = useId();
  const filters = useMemo(() => usefulFilters(menu), [menu]);
  const [unfolded, setUnfolded] = useState(false);
  const active = search.filters.length + (search.text.trim() ? 1 : 0);

  useEffect(() => {
    // The button is sticky, but the field is at the top of the page.
    if (unfolded) input.current?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }, [unfolded]);

  useEffect(() => {
    const typed = input.current?.value ?? "";
    if (typed !== "" && typed !== search.text) onSearch({ ...search, text: typed });
  }, []);

  function clearText(): void {
    onSearch({ ...search, text: "" });
    input.current?.focus();
  }

  return (
    <>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={unfolded}
        aria-controls={panelId}
        onClick={() => setUnfolded(!unfolded)}
      >
        <SearchIcon size={20} />
        Find
        <span className={visuallyHidden.text}> or filter dishes{active > 0 && `, ${active} active`}</span>
        {active > 0 && (
          <span className={styles.active} aria-hidden="true">
            {active}
          </span>
        )}
      </button>
      <search id={panelId} className={styles.find} data-unfolded={unfolded || undefined} data-paper="none">
        <form method="post" className={styles.field} onSubmit={(event) => event.preventDefault()}>
          <label htmlFor={id} className={visuallyHidden.text}>
            Find a dish
          </label>
          <SearchIcon size={20} />
          <input
            ref={input}
            id={id}
            type="search"
            name="q"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            placeholder="Find a dish"
            value={search.text}
            onChange={(event) => onSearch({ ...search, text: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === "Escape") onSearch(NO_SEARCH);
            }}
          />
          {search.text !== "" && (
            <CloseButton label="Clear the search" size={18} onClick={clearText} className={styles.clear} />
          )}
        </form>
        <ToggleButtons
          label="Show only"
          options={filters}
          labels={LABELS}
          isPressed={(filter) => search.filters.includes(filter)}
          onPress={(filter) => onSearch({ ...search, filters: switchFilter(search.filters, filter) })}
        />
      </search>
    </>
  );
}
