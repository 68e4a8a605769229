import type { ComponentType } from "react";
import { createStore } from "zustand/vanilla";

/** What draws the toasts. Empty until a screen that uses toasts has loaded the code for them. */
export const toastHostStore = createStore<{ Toasts: ComponentType | null }>(() => ({ Toasts: null }));
