import { callHours } from "~/lib/site";

const CALL = `We will call you ${callHours}, to agree on`;

/**
 * What happens after a form was sent, by the kind of request. The acknowledgement mails say the same
 * (backend/oottam/orders/mails.py, backend/oottam/enquiries/mails.py).
 */
export const NEXT_STEPS = {
  order: `Nothing to pay now. ${CALL} the first day.`,
  subscription: `Nothing to pay now. ${CALL} the first day, the address and the price.`,
  event: `Nothing to pay now. ${CALL} the date and the details. Nothing is booked until then.`,
  appointment: `${CALL} the date and the details. Nothing is booked until then.`,
  nutrition: "We will reply to you by email.",
} as const;

export type NextStepKind = keyof typeof NEXT_STEPS;
