import { type RefObject, useEffect, useId, useMemo, useState } from "react";
import { kitchenUses } from "~/shared/catalogue/rules";
import { type DishFilter, SMALL_PRICE, switchFilter, usefulFilters } from "~/shared/domain/dishFilters";
import type { MenuFacts } from "~/shared/domain/facts";
import { type DishSearch, NO_SEARCH } from "~/shared/domain/findDishes";
import type { Menu } from "~/shared/domain/menu";
import { joinWithAnd } from "~/shared/lib/text";
import { CloseButton } from "~/shared/ui/Button";
import { SearchIcon } from "~/shared/ui/icons";
import { ToggleButtons } from "~/shared/ui/ToggleButtons";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import { shopPages } from "~/storefront/paths";
import styles from "./FindDishes.module.css";

const BY_PROTEIN = "by-protein";

const LABELS: Readonly<Record<DishFilter | typeof BY_PROTEIN, string>> = {
  veg: "Veg",
  egg: "Egg",
  "no-egg": "No egg",
  millet: "Millet",
  salad: "Salad",
  smoothie: "Smoothie",
  "under-200": `Under ₹${SMALL_PRICE}`,
  "protein-15": "15 g protein or more",
  "protein-20": "20 g protein or more",
  "no-nuts": "Without nuts in the recipe",
  "no-milk-or-egg": "Without milk or egg in the recipe",
  [BY_PROTEIN]: "Most protein first",
};

export interface FindDishesProps {
  menu: Menu;
  facts: MenuFacts;
  search: DishSearch;
  onSearch: (search: DishSearch) => void;
  /** Called when the search is going to be used. */
  onReady: () => void;
  input: RefObject<HTMLInputElement | null>;
}

/**
 * Search and filters over all categories of a menu. On phones it collapses into one button, so that the first dish is
 * in the first view.
 */
export function FindDishes({ menu, facts, search, onSearch, onReady, input }: FindDishesProps) {
  const id = useId();
  const panelId = useId();
  const filters = useMemo(() => usefulFilters(menu, facts), [menu, facts]);
  const hasProtein = Object.values(facts).some(([, protein]) => protein !== null);
  const [unfolded, setUnfolded] = useState(false);
  const active = search.filters.length + (search.byProtein ? 1 : 0) + (search.text.trim() ? 1 : 0);

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
            onFocus={onReady}
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
          label="Narrow or sort"
          options={hasProtein ? [...filters, BY_PROTEIN] : filters}
          labels={LABELS}
          isPressed={(option) =>
            option === BY_PROTEIN ? search.byProtein === true : search.filters.includes(option)
          }
          onPress={(option) =>
            onSearch(
              option === BY_PROTEIN
                ? { ...search, byProtein: !search.byProtein }
                : { ...search, filters: switchFilter(search.filters, option) },
            )
          }
        />
        {kitchenUses.length > 0 && (
          <p className={styles.uses}>
            Our kitchen uses {joinWithAnd(kitchenUses)}. Tell us about allergies.{" "}
            <a href={shopPages.menu}>All dishes with their allergens</a>
          </p>
        )}
      </search>
    </>
  );
}
