/** Name of the selection in history entries and among abandoned selections. */
export const COMBO_SELECTION_KEY = "comboTicks";
