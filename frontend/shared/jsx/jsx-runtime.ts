/**
 * The JSX runtime of both halves (`jsxImportSource`): React's own, but each text beside other children gets an element.
 *
 * A page translator, a dictionary or a page editor replaces text nodes. React, which still holds the replaced node, then
 * throws when it inserts or removes a sibling of it, and an amount that it updates stays as it was. A text that is the
 * only child of its element survives: React sets it through `textContent`. So every text is the only child of its
 * element, here in one place, instead of by a rule for the 220 elements whose children are mixed: a text that arrives as a
 * component's `children` is visible to no linter. Patching `insertBefore` and `removeChild` would leave old amounts.
 * frontend/e2e/test_translated_pages.py translates each screen.
 */
import { type ElementType, Fragment, type Key, type ReactNode } from "react";
import * as react from "react/jsx-runtime";

export type { JSX } from "react/jsx-runtime";
export { Fragment };

interface Props {
  readonly children?: ReactNode;
}

/** An element whose children are one expression, or none. */
export function jsx(type: ElementType, props: Props, key?: Key) {
  const { children } = props;
  if (type !== Fragment || !isText(children)) return react.jsx(type, props, key);
  return react.jsx(type, { ...props, children: textElement(children) }, key);
}

/** An element with several children. */
export function jsxs(type: ElementType, props: { readonly children: readonly ReactNode[] }, key?: Key) {
  const children = separateTexts(props.children);
  if (Array.isArray(children)) return react.jsxs(type, { ...props, children }, key);
  return jsx(type, { ...props, children }, key);
}

/** Joins neighbouring texts: one string where there is nothing else, otherwise an element each, at unchanged indices. */
function separateTexts(children: readonly ReactNode[]): ReactNode {
  if (!children.some(isText)) return children as ReactNode[];
  const joined: ReactNode[] = [];
  let text = "";
  let start = -1;
  const endText = () => {
    // Translators leave blanks alone, and an element of a blank would be an item of a flex container.
    if (start >= 0) joined[start] = text.trim() ? textElement(text) : text;
    text = "";
    start = -1;
  };
  for (const [index, child] of children.entries()) {
    joined.push(isText(child) ? null : child);
    if (isText(child)) {
      if (start < 0) start = index;
      text += child;
    } else if (!isEmpty(child)) endText();
  }
  if (children.every((child) => isText(child) || isEmpty(child))) return text;
  endText();
  return joined;
}

function textElement(text: string | number | bigint) {
  return react.jsx("span", { children: text });
}

function isText(child: ReactNode): child is string | number | bigint {
  return (
    (typeof child === "string" && child !== "") || typeof child === "number" || typeof child === "bigint"
  );
}

/** What React does not render. */
function isEmpty(child: ReactNode): boolean {
  return child === null || child === undefined || typeof child === "boolean" || child === "";
}
