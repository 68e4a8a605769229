import { useStore } from "zustand";
import { toastHostStore } from "./host";

/** Above the screens, so that a toast outlives the screen that showed it. Empty until it is used. */
export function ToastHost() {
  const Toasts = useStore(toastHostStore, (state) => state.Toasts);
  return Toasts && <Toasts />;
}
