/**
 * What the browser does not see to by itself. Each gives the words for its report (`customError` of a field), or
 * nothing: of an empty field it speaks in its own words.
 */

/** White space, and all that takes no room or shows nothing: controls, joiners, fillers, the braille blank. */
const BLANK = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/** A field in which nothing but blanks was typed. */
export function blankError(text: string): string | undefined {
  return BLANK.test(text) ? "Please fill this in." : undefined;
}

/** A phone without a digit, in whichever script its digits are. */
export function phoneError(text: string): string | undefined {
  if (text === "" || /\p{Nd}/u.test(text)) return undefined;
  return blankError(text) ?? "Please type your phone number, in digits.";
}
