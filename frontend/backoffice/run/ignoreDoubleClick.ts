/**
 * What a press does, unless it is the second of a double press: that was meant for the button which stood in the place
 * of this one.
 */
export const onSingle =
  (act: () => void) =>
  ({ detail }: { readonly detail: number }): void => {
    if (detail < 2) act();
  };
