/** Name under which the ticks are kept, and remembered when they are left behind. */
export const COMBO_SELECTION_KEY = "comboTicks";
