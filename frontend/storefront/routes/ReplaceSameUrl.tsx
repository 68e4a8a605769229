import { type ReactNode, use, useMemo } from "react";
import { UNSAFE_NavigationContext as NavigationContext, type Navigator } from "react-router";

/**
 * As in any browser, what leads to the address that is already there adds nothing to the history: a link that is
 * pressed once more while its page is on its way. The router would compare with the screen that is still in view.
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
