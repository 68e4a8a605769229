import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import {
  type DishSearch,
  findDishes,
  isSearch,
  type KnownOfDishes,
  NO_SEARCH,
  readSearch,
  writeSearch,
} from "~/shared/domain/findDishes";
import { isSelected } from "~/shared/domain/selection/dishSelection";
import type { DayOrderConfig } from "~/storefront/features/day-order/order";
import { dishCount } from "~/storefront/features/day-order/orderText";
import { selections } from "~/storefront/state/selection/store";

/**
 * The dishes in view: of the selected category, or the search results of all categories. `heading` takes the focus when
 * the search field is collapsed.
 */
export function useMenuView({ kind, menu, facts }: DayOrderConfig, heading: RefObject<HTMLElement | null>) {
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useDishSearch();
  const [categoryId, setCategoryId] = useState(menu.categories[0]?.id);
  const [ingredients, setIngredients] = useState<KnownOfDishes["ingredients"]>();
  const found = useMemo(() => {
    if (!isSearch(search)) return null;
    const { selectedItems } = selections[kind].getState();
    return findDishes(menu, search, {
      facts,
      ingredients,
      isTicked: (dish) => isSelected(selectedItems, dish),
    });
  }, [kind, menu, facts, search, ingredients]);
  const category = menu.categories.find(({ id }) => id === categoryId);
  const dishes = useMemo(
    () => found ?? category?.items.map((dish) => ({ dish, category, facts: facts[dish.id] })) ?? [],
    [found, category, facts],
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
    /** Loads what dishes hold, so that the search also finds them by ingredient; without it only by name. */
    prepareSearch: () => {
      if (ingredients) return;
      import("~/shared/catalogue/ingredientWords").then(
        (module) => setIngredients(module.ingredientWords),
        () => {}, // offline
      );
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

/** Safari allows 100 history changes in 30 s. */
const WRITE_AFTER_MS = 400;

/**
 * The search of this screen. It is in the URL, for reload and back. The prerendered page has none: it is read after
 * hydration, before paint.
 */
function useDishSearch(): readonly [DishSearch, (search: DishSearch) => void] {
  const [search, setSearch] = useState(NO_SEARCH);
  const pathname = useRef("");
  useLayoutEffect(() => {
    pathname.current = window.location.pathname;
    const fromUrl = readSearch(window.location.search);
    if (isSearch(fromUrl)) setSearch(fromUrl);
  }, []);
  const changed = useRef(false);
  useEffect(() => {
    if (!changed.current) return;
    const timer = window.setTimeout(() => writeToAddress(pathname.current, search), WRITE_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [search]);
  return [
    search,
    (next) => {
      changed.current = true;
      setSearch(next);
    },
  ];
}

/** Bypasses the router, so that the route does not render again and the entry's state stays. */
function writeToAddress(pathname: string, search: DishSearch): void {
  const { location, history } = window;
  if (location.pathname !== pathname) return;
  const query = writeSearch(location.search, search);
  history.replaceState(history.state, "", `${location.pathname}${query}${location.hash}`);
}
