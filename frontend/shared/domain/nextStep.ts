import { callHours } from "~/shared/lib/site";

const CALL = `We will call you ${callHours}, to agree on`;

/**
 * What happens after a form was sent, by kind of request. The acknowledgement mails use the same text
 * (backend/oottam/orders/mails.py, backend/oottam/enquiries/mails.py).
 */
export const NEXT_STEPS = {
  order: `${CALL} the first day. There is nothing to pay now.`,
  subscription: `${CALL} the first day, the address and the price. There is nothing to pay now.`,
  event: `${CALL} the date and details. Nothing is booked until then, and there is nothing to pay now.`,
  appointment: `${CALL} the day and time. There is nothing to pay now.`,
  nutrition: "We will reply to you by email.",
} as const;

export type NextStepKind = keyof typeof NEXT_STEPS;
