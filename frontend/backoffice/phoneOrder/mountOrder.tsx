import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { randomToken } from "~/shared/lib/randomToken";
import { readCsrfToken } from "../httpClient";
import { OrderSubmitter } from "./orderSubmitter";

/** Mounts an order form on the page. A page has one idempotency key, so submitting it again stores no second order. */
export function mountOrder(renderOrder: (submitter: OrderSubmitter) => ReactNode): void {
  const container = document.querySelector("[data-phone-order]");
  if (!container) return;
  const submitter = new OrderSubmitter(
    location.pathname + location.search,
    readCsrfToken(document),
    randomToken(),
  );
  createRoot(container).render(<StrictMode>{renderOrder(submitter)}</StrictMode>);
}
