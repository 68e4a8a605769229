import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { type DishSearch, isSearch, NO_SEARCH, readSearch, writeSearch } from "~/shared/domain/findDishes";

/** Longer than 30 s / 100: Safari refuses a page that changes its history oftener. */
const WRITE_AFTER_MS = 400;

/**
 * What is looked for on this screen. It stands in the address, so that reload and "back" find it; the prerendered
 * page knows none, and it is read after hydration, before anything is painted.
 */
export function useDishSearch(): readonly [DishSearch, (search: DishSearch) => void] {
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

/** Past the router: for it, nothing has changed, and its own state of the entry stays. */
function writeToAddress(pathname: string, search: DishSearch): void {
  const { location, history } = window;
  if (location.pathname !== pathname) return;
  const query = writeSearch(location.search, search);
  history.replaceState(history.state, "", `${location.pathname}${query}${location.hash}`);
}
