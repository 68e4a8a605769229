import { rules } from "~/shared/catalogue/rules";

/** Event enquiry (specification, section 3); the form's values are the payload. */
export interface EventEnquiry {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly eventType: string;
  readonly message: string;
}

/** eventType starts at the placeholder on each page. */
export const emptyEnquiry: EventEnquiry = { name: "", email: "", phone: "", eventType: "", message: "" };

export const requiredFields = ["name", "email", "phone", "eventType"] as const;

export const eventTypeOptions = rules.eventTypes.map((type) => ({ label: type, value: type }));

/** The form's messages (section 8), each for 3 s (section 9). */
export const messages = {
  sent: { kind: "success", text: "✅ Form submitted successfully!" },
  refused: { kind: "error", text: "❌ Submission failed. Server returned an error." },
  failed: { kind: "error", text: "❌ Submission failed. Please check backend URL or try again." },
} as const;

export const messageMs = 3000;
