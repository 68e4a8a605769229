/** Ignores the second click of a double click: it was meant for the button that was in this place before. */
export const ignoreDoubleClick =
  (onClick: () => void) =>
  ({ detail }: { readonly detail: number }): void => {
    if (detail < 2) onClick();
  };
