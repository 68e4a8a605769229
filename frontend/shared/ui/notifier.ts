/** Messages above every page: popups, and the place of toasts, which shared/ui/toast fills. */
import type { ComponentType } from "react";
import { createStore } from "zustand/vanilla";
import { type HoldReason, type PausableTimer, startPausableTimer } from "~/shared/lib/pausableTimer";

export interface PopupMessage {
  kind: "success" | "error";
  text: string;
}

interface PopupRequest extends PopupMessage {
  durationMs?: number;
}

export const popupStore = createStore<{ message: PopupMessage | null }>(() => ({ message: null }));

/** The component that renders toasts; null until a screen with toasts has loaded it. */
export const toastHostStore = createStore<{ Toasts: ComponentType | null }>(() => ({ Toasts: null }));

let timer: PausableTimer | undefined;

export function dismissPopup(): void {
  timer?.cancel();
  popupStore.setState({ message: null });
}

/** Shows a message above every page, 3 s by default; a newer message replaces an older one and its timer. */
export function showPopup({ kind, text, durationMs = 3000 }: PopupRequest): void {
  timer?.cancel();
  popupStore.setState({ message: { kind, text } });
  timer = startPausableTimer(dismissPopup, durationMs);
}

export const popupHold = {
  hold: (reason: HoldReason): void => timer?.hold(reason),
  release: (reason: HoldReason): void => timer?.release(reason),
};
