/**
 * Validation beyond the browser's own. Each function returns the message for `setCustomValidity`, or undefined; the
 * browser itself reports empty fields.
 */

/** White space and invisible characters: controls, joiners, fillers, the braille blank. */
const BLANK = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/** The error of a field that contains only blanks. */
export function blankError(text: string): string | undefined {
  return BLANK.test(text) ? "Please fill this in." : undefined;
}

/** The error of a phone number without a digit, in any script. */
export function phoneError(text: string): string | undefined {
  if (text === "" || /\p{Nd}/u.test(text)) return undefined;
  return blankError(text) ?? "Please type your phone number, in digits.";
}
