import type { FormEvent } from "react";
import { useLocation } from "react-router";
import { rules } from "~/shared/catalogue/rules";
import { useFormMessage } from "~/shared/ui/FormMessage";
import { useFormValues } from "~/storefront/session/useFormValues";
import { addReceipt } from "~/storefront/state/receipt/store";
import { useSubmission } from "~/storefront/state/useSubmission";

/** Section 8: errors are also logged, without anything that the visitor typed. */
function log(...details: unknown[]): void {
  // biome-ignore lint/suspicious/noConsole: required by the specification
  console.error("Event enquiry was not sent:", ...details);
}

/** Values, submission and messages of the event booking form (specification, sections 4, 7 and 8). */
export function useEventEnquiry() {
  const { pathname } = useLocation();
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
        addReceipt({ title: "Event enquiry", next: "event", facts, opensAt: pathname }, replyMessages);
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

/** Event enquiry (specification, section 3); the form's values are the payload. */
interface EventEnquiry {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly eventType: string;
  readonly message: string;
}

/** eventType starts at the placeholder on each page. */
const emptyEnquiry: EventEnquiry = { name: "", email: "", phone: "", eventType: "", message: "" };

const requiredFields = ["name", "email", "phone", "eventType"] as const;

export const eventTypeOptions = rules.eventTypes.map((type) => ({ label: type, value: type }));

/** The form's messages (section 8), each for 3 s (section 9). */
const messages = {
  sent: { kind: "success", text: "✅ Form submitted successfully!" },
  refused: { kind: "error", text: "❌ Submission failed. Server returned an error." },
  failed: { kind: "error", text: "❌ Submission failed. Please check backend URL or try again." },
} as const;

const messageMs = 3000;
