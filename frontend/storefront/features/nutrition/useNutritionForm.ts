import type { ReplyMessages } from "~/shared/http/replyMessages";
import { type FormMessageText, useFormMessage } from "~/shared/ui/FormMessage";
import { useFormValues } from "~/storefront/session/useFormValues";
import { addReceipt } from "~/storefront/state/receipt/store";
import { useSubmission } from "~/storefront/state/useSubmission";
import { contradictions } from "./contradictions";

const MISSING: FormMessageText = { kind: "error", text: "❌ Please fill all required fields!" };
const FAILED: FormMessageText = { kind: "error", text: "⚠️ Server error! Please try again." };
const SENT: FormMessageText = { kind: "success", text: "✅ Form sent successfully!" };
/** Specification, section 9: nutrition popups. */
const MESSAGE_MS = 3000;

/** The nutrition form: any reply or failure clears the fields; missing fields, and texts that contradict, do not. */
export function useNutritionForm() {
  const { values, field, check, clear } = useFormValues(EMPTY_ENQUIRY, {
    // Health data must not be persisted.
    persistAs: null,
    required: ["name", "age", "email", "dietaryGoal"],
  });
  const { message, show, hold } = useFormMessage(MESSAGE_MS);
  const { phase, failure, submitChecked } = useSubmission("nutrition");

  function finish(text: FormMessageText): void {
    clear();
    show(text);
  }

  function onReply(reply: Response, messages: Promise<ReplyMessages>) {
    if (!reply.ok) return onFailure();
    // The receipt contains nothing of the enquiry.
    addReceipt({ title: "Nutrition enquiry", next: "nutrition", facts: [], unstored: true }, messages);
    finish(SENT);
    return "renew";
  }

  function onFailure() {
    finish(FAILED);
    return "retry" as const;
  }

  const onSubmit = submitChecked(check, nutritionRequest(values), {
    onChecked: (found) => show(found === "missing" ? MISSING : null),
    onReply,
    onFailure,
  });

  const errors = contradictions(values);
  return { field, errors, message, hold, failure, sending: phase === "sending", onSubmit };
}

/** Values of the Personalized Nutrition Form; the age is a string, as typed. */
interface NutritionValues {
  readonly name: string;
  readonly age: string;
  readonly email: string;
  readonly dietaryGoal: string;
  readonly allergies: string;
  readonly preferredFoods: string;
}

export const EMPTY_ENQUIRY: NutritionValues = {
  name: "",
  age: "",
  email: "",
  dietaryGoal: "",
  allergies: "",
  preferredFoods: "",
};

/** The payload of the nutrition call: these keys and no others (specification, section 7). */
export function nutritionRequest(values: NutritionValues) {
  const { name, age, email, dietaryGoal, allergies, preferredFoods } = values;
  return { name, age, email, dietaryGoal, allergies, preferredFoods };
}
