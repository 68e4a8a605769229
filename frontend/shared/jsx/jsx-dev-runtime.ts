/** The runtime that development and tests ask for. */
import type { ElementType, Key, ReactNode } from "react";
import { jsx, jsxs } from "./jsx-runtime";

export { Fragment, type JSX } from "./jsx-runtime";

export function jsxDEV(type: ElementType, props: { children?: ReactNode }, key?: Key, isStatic?: boolean) {
  return isStatic ? jsxs(type, props as { children: ReactNode[] }, key) : jsx(type, props, key);
}
