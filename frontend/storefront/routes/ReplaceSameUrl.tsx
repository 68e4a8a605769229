import { type ReactNode, use, useMemo } from "react";
import { UNSAFE_NavigationContext as NavigationContext, type Navigator } from "react-router";

/**
 * Navigation to the current URL replaces the history entry, as in any browser: a link may be clicked again while its
 * page loads. The router would compare with the screen that is still displayed.
 */
export function ReplaceSameUrl({ children }: { children: ReactNode }) {
  const context = use(NavigationContext);
  const value = useMemo(() => {
    const { navigator } = context;
    const push: Navigator["push"] = (to, state, options) => {
      const { pathname, search, hash } = window.location;
      const isHere = navigator.createHref(to) === pathname + search + hash;
      navigator[isHere ? "replace" : "push"](to, state, options);
    };
    return { ...context, navigator: Object.assign(Object.create(navigator) as Navigator, { push }) };
  }, [context]);
  return <NavigationContext value={value}>{children}</NavigationContext>;
}
