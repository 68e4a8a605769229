import { type FormEvent, useEffect, useRef, useState } from "react";
import { focusField, reportFirstInvalid } from "~/shared/lib/fields";
import { useSingleSubmission } from "~/shared/lib/useSingleSubmission";
import type { OrderResponse, OrderSubmitter } from "./orderSubmitter";
import { NO_PERSON, type PersonValues, readCaller } from "./values";

type Errors = Readonly<Record<string, string>>;

const MESSAGES = {
  loggedOut:
    "You have been logged out. Log in again in another tab, then press the button here: nothing is lost.",
  unreachable:
    "No answer from the server, so the order may or may not be saved. Press the button again: it is saved only once, and nothing is lost.",
  alreadyStored:
    "An order with other details was already saved from this page. Check it in the list of requests. To save this one as well, press the button again.",
};

export interface OrderOptions {
  readonly submitter: OrderSubmitter;
  /** Validation errors before the order is sent, keyed by payload field, in page order. */
  readonly check: () => Errors;
  readonly buildPayload: (person: PersonValues) => object;
}

/** Holds the customer's details and submits a phone order, one submission at a time. Nothing typed is ever cleared. */
export function useOrderForm({ submitter, check, buildPayload }: OrderOptions) {
  const [person, setPerson] = useState(() => ({ ...NO_PERSON, ...readCaller(document).person }));
  const [response, setResponse] = useState<OrderResponse | null>(null);
  const { phase, submit } = useSingleSubmission();
  const [errors, setErrors] = useState<Errors>({});
  // The focus moves to the first invalid field on each report, not whenever one of several errors is corrected.
  const [errorReports, setErrorReports] = useState(0);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (errorReports === 0) return;
    const field = form.current?.querySelector<HTMLElement>("[data-invalid] input, [aria-invalid=true]");
    if (field) focusField(field);
  }, [errorReports]);

  function showErrors(errorsFound: Errors): void {
    setErrors(errorsFound);
    setErrorReports((count) => count + 1);
  }

  function clearErrors(...names: string[]): void {
    setErrors((current) =>
      names.some((name) => name in current)
        ? Object.fromEntries(Object.entries(current).filter(([name]) => !names.includes(name)))
        : current,
    );
  }

  /** Props of a text field; a combo's time has another name in the payload. */
  function field(name: keyof PersonValues, payloadName: string = name) {
    return {
      name: payloadName,
      value: person[name],
      error: errors[payloadName],
      onChange: (value: string) => {
        setPerson((current) => ({ ...current, [name]: value }));
        clearErrors(payloadName);
      },
    };
  }

  async function send(): Promise<boolean> {
    setResponse(null);
    const response = await submitter.submit(buildPayload(person));
    setResponse(response);
    if (response.kind === "rejected") showErrors(response.errors);
    if (response.kind === "alreadyStored") submitter.renewKey();
    if (response.kind === "stored") location.assign(response.address);
    return response.kind === "stored";
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const errorsFound = check();
    if (Object.keys(errorsFound).length > 0) showErrors(errorsFound);
    else if (reportFirstInvalid(event.currentTarget)) void submit(send);
  }

  return {
    form,
    field,
    errors,
    clearErrors,
    onSubmit,
    isSending: phase === "sending",
    stored: response?.kind === "stored" ? response : null,
    failure: failureMessage(response),
  };
}

function failureMessage(response: OrderResponse | null): string | null {
  if (response === null || response.kind === "stored") return null;
  return "message" in response ? response.message : MESSAGES[response.kind];
}
