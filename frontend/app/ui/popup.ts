import { createStore } from "zustand/vanilla";

export interface PopupMessage {
  kind: "success" | "error";
  text: string;
}

interface Request extends PopupMessage {
  /** How long it stays, in milliseconds. */
  durationMs?: number;
}

export const popupStore = createStore<{ message: PopupMessage | null }>(() => ({ message: null }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Takes the popup away at once. */
export function dismissPopup(): void {
  clearTimeout(timer);
  popupStore.setState({ message: null });
}

/** Shows one message above every page, 3 s unless told; a newer message replaces an older one and its timer. */
export function showPopup({ kind, text, durationMs = 3000 }: Request): void {
  clearTimeout(timer);
  popupStore.setState({ message: { kind, text } });
  timer = setTimeout(dismissPopup, durationMs);
}
