import type { FormEvent } from "react";
import { useFormMessage } from "~/shared/ui/useFormMessage";
import { useFormValues } from "~/storefront/session/useFormValues";
import { addReceipt } from "~/storefront/state/receipt/store";
import { useSubmission } from "~/storefront/state/useSubmission";
import { emptyEnquiry, messageMs, messages, requiredFields } from "./eventEnquiry";

/** Section 8: errors are also logged, without anything that the visitor typed. */
function log(...details: unknown[]): void {
  // biome-ignore lint/suspicious/noConsole: required by the specification
  console.error("Event enquiry was not sent:", ...details);
}

/** Values, submission and messages of the event booking form (specification, sections 4, 7 and 8). */
export function useEventEnquiry() {
  const { values, field, clear } = useFormValues(emptyEnquiry, {
    persistAs: "event",
    required: requiredFields,
  });
  const { phase, failure, submit } = useSubmission("event");
  const { message, show, hold } = useFormMessage(messageMs);

  /** Called only when the browser's validation has passed. */
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void submit(values, {
      onReply: ({ status }, replyMessages) => {
        // Section 7: success only when the status is 200; another 2xx is a failure. The body is not read.
        if (status !== 200) {
          log(`status ${status}`);
          show(messages.refused);
          return "retry";
        }
        const facts = [{ label: "Event", value: values.eventType }];
        addReceipt({ title: "Event enquiry", next: "event", facts }, replyMessages);
        show(messages.sent);
        clear();
        return "renew";
      },
      onFailure: (error) => {
        log(error.message);
        show(messages.failed);
        return "retry";
      },
    });
  }

  return { field, message, hold, failure, sending: phase === "sending", onSubmit };
}
