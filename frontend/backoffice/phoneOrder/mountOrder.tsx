import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { randomToken } from "~/shared/lib/randomToken";
import { tokenIn } from "../posting";
import { Sender } from "./sender";

/** Puts an island into its place on the page. One page is one order: it has one key, however often it is sent. */
export function start(draw: (sender: Sender) => ReactNode): void {
  const place = document.querySelector("[data-phone-order]");
  if (!place) return;
  const sender = new Sender(location.pathname + location.search, tokenIn(document), randomToken());
  createRoot(place).render(<StrictMode>{draw(sender)}</StrictMode>);
}
