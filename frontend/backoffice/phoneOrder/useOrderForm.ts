import { type FormEvent, useEffect, useRef, useState } from "react";
import { reportFirstWrong, showField } from "~/shared/lib/showField";
import type { Answer, Sender } from "./sender";
import { callerIn, NO_PERSON, type PersonValues } from "./values";

type Errors = Readonly<Record<string, string>>;

/** What the desk reads when an order was not stored, or nobody knows. */
const WORDS = {
  loggedOut:
    "You have been logged out. Log in again in another tab, then press the button here: nothing is lost.",
  unreached:
    "No answer from the server, so the order may or may not be saved. Press the button again: it is saved only once, and nothing is lost.",
  sentBefore:
    "An order with other details was already saved from this page. Check it in the list of requests. To save this one as well, press the button again.",
};

export interface OrderOptions {
  readonly sender: Sender;
  /** What is wrong with the order before anybody is asked, by field of the wire, in the order of the page. */
  readonly check: () => Errors;
  readonly bodyOf: (person: PersonValues) => object;
}

/** Who orders, and the one way in which an order of the desk is sent: once at a time, and nothing typed is lost. */
export function useOrder({ sender, check, bodyOf }: OrderOptions) {
  const [person, setPerson] = useState(() => ({ ...NO_PERSON, ...callerIn(document).person }));
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [sending, setSending] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  // How often something was found wrong: each time the focus goes there, and not as one fault of several is mended.
  const [refusals, setRefusals] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  // A ref beside the state: the second press of two comes before the next drawing.
  const busy = useRef(false);

  useEffect(() => {
    if (refusals === 0) return;
    const field = form.current?.querySelector<HTMLElement>("[data-wrong] input, [aria-invalid=true]");
    if (field) showField(field);
  }, [refusals]);

  function refuse(wrong: Errors): void {
    setErrors(wrong);
    setRefusals((times) => times + 1);
  }

  /** What is changed is no longer known to be wrong. */
  function forgive(...names: string[]): void {
    if (names.some((name) => name in errors))
      setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name))));
  }

  /** A text field of ui; a combo's time has another name on the wire. */
  function field(name: keyof PersonValues, wireName: string = name) {
    return {
      name: wireName,
      value: person[name],
      error: errors[wireName],
      onChange: (value: string) => {
        setPerson((now) => ({ ...now, [name]: value }));
        forgive(wireName);
      },
    };
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy.current) return;
    const wrong = check();
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    if (!reportFirstWrong(event.currentTarget)) return;
    busy.current = true;
    setSending(true);
    setAnswer(null);
    const answer = await sender.send(bodyOf(person));
    setAnswer(answer);
    setSending(false);
    if (answer.kind === "refused") refuse(answer.errors);
    if (answer.kind === "sentBefore") sender.begin();
    if (answer.kind === "stored") location.assign(answer.address);
    else busy.current = false;
  }

  return {
    form,
    field,
    errors,
    forgive,
    onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event),
    sending,
    stored: answer?.kind === "stored" ? answer : null,
    failure: failureOf(answer),
  };
}

function failureOf(answer: Answer | null): string | null {
  if (answer === null || answer.kind === "stored") return null;
  return "message" in answer ? answer.message : WORDS[answer.kind];
}
