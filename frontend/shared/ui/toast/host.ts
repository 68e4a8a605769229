import type { ComponentType } from "react";
import { createStore } from "zustand/vanilla";

/** The component that renders toasts; null until a screen with toasts has loaded it. */
export const toastHostStore = createStore<{ Toasts: ComponentType | null }>(() => ({ Toasts: null }));
