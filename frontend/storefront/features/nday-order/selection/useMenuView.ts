import { type RefObject, useMemo, useRef, useState } from "react";
import { findDishes, isSearch, NO_SEARCH } from "~/shared/domain/findDishes";
import type { Menu } from "~/shared/domain/menu";
import { dishCount } from "../orderText";
import { useDishSearch } from "./useDishSearch";

/**
 * What of a menu is in view: the chosen category, or what was found in all of them. The focus goes to `heading` where
 * the search field is folded away.
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
    /** Undefined while something is looked for. */
    categoryId: found ? undefined : categoryId,
    /** Ends the search as well. */
    chooseCategory: (id: string) => {
      setCategoryId(id);
      setSearch(NO_SEARCH);
    },
    /** Ends the search and leaves the visitor where the next one begins. */
    clear: () => {
      setSearch(NO_SEARCH);
      heading.current?.focus({ preventScroll: true });
      input.current?.focus();
    },
  };
}

/** Figure 0 of the display face reads like a letter. */
function foundCount(count: number): string {
  return count === 0 ? "No dishes" : dishCount(count);
}
