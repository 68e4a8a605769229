import { type RefObject, useMemo, useRef, useState } from "react";
import { findDishes, isSearch, NO_SEARCH } from "~/shared/domain/findDishes";
import type { Menu } from "~/shared/domain/menu";
import { dishCount } from "../orderText";
import { useDishSearch } from "./useDishSearch";

/**
 * The dishes in view: of the selected category, or the search results of all categories. `heading` takes the focus when
 * the search field is collapsed.
 */
export function useMenuView(menu: Menu, heading: RefObject<HTMLElement | null>) {
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useDishSearch();
  const [categoryId, setCategoryId] = useState(menu.categories[0]?.id);
  const found = useMemo(() => (isSearch(search) ? findDishes(menu, search) : null), [menu, search]);
  const category = menu.categories.find(({ id }) => id === categoryId);
  const dishes = useMemo(
    () => found ?? category?.items.map((dish) => ({ dish, category })) ?? [],
    [found, category],
  );

  return {
    input,
    search,
    setSearch,
    dishes,
    title: found ? foundCount(found.length) : (category?.title ?? ""),
    /** Undefined during a search. */
    categoryId: found ? undefined : categoryId,
    /** Also ends the search. */
    chooseCategory: (id: string) => {
      setCategoryId(id);
      setSearch(NO_SEARCH);
    },
    /** Ends the search and focuses its field. */
    clear: () => {
      setSearch(NO_SEARCH);
      heading.current?.focus({ preventScroll: true });
      input.current?.focus();
    },
  };
}

/** The display font's figure 0 looks like a letter. */
function foundCount(count: number): string {
  return count === 0 ? "No dishes" : dishCount(count);
}
