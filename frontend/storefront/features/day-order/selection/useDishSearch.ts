import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { type DishSearch, isSearch, NO_SEARCH, readSearch, writeSearch } from "~/shared/domain/findDishes";

/** Safari allows 100 history changes in 30 s. */
const WRITE_AFTER_MS = 400;

/**
 * The search of this screen. It is in the URL, for reload and back. The prerendered page has none: it is read after
 * hydration, before paint.
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

/** Bypasses the router, so that the route does not render again and the entry's state stays. */
function writeToAddress(pathname: string, search: DishSearch): void {
  const { location, history } = window;
  if (location.pathname !== pathname) return;
  const query = writeSearch(location.search, search);
  history.replaceState(history.state, "", `${location.pathname}${query}${location.hash}`);
}
