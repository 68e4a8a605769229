import { useStore } from "zustand";
import { toastHostStore } from "./host";

/** Stands above the screens, so that a toast outlives the screen that showed it. Costs nothing until it is used. */
export function ToastHost() {
  const Toasts = useStore(toastHostStore, (state) => state.Toasts);
  return Toasts && <Toasts />;
}
