import { act, fireEvent, screen } from "@testing-library/react";
import type { Answer } from "./sender";

/** Who orders in tests, by the wire's names. */
export const PERSON = {
  name: "Asha",
  lastname: "Raman",
  phone: "98400 12345",
  email: "asha@example.com",
  timing: "08:30",
  address: "12 Beach Road",
};

/** A sender that keeps what it is given and answers in this order; after the last it never answers. */
export function answering(answers: readonly Answer[]) {
  const left = [...answers];
  const kept = {
    bodies: [] as object[],
    begun: 0,
    begin: () => {
      kept.begun += 1;
    },
    send(body: object): Promise<Answer> {
      kept.bodies.push(body);
      const answer = left.shift();
      return answer ? Promise.resolve(answer) : new Promise(() => undefined);
    },
  };
  return kept;
}

export function press(field: HTMLElement, ...keys: string[]): void {
  for (const key of keys) fireEvent.keyDown(field, { key });
}

export function fillPerson(): void {
  const labels = {
    "First Name": PERSON.name,
    Phone: PERSON.phone,
    "Delivery time": PERSON.timing,
    Address: PERSON.address,
  };
  for (const [label, value] of Object.entries(labels))
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.change(screen.getByLabelText(/^Last Name/), { target: { value: PERSON.lastname } });
  fireEvent.change(screen.getByLabelText(/^Email/), { target: { value: PERSON.email } });
}

/** Sends the form, and waits for what follows from it. */
export async function submit(): Promise<void> {
  await act(async () => {
    fireEvent.submit(document.querySelector("form") as HTMLFormElement);
  });
}
