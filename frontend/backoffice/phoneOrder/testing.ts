import { act, fireEvent, screen } from "@testing-library/react";
import type { OrderResponse } from "./orderSubmitter";

/** The customer in tests, by the payload's keys. */
export const PERSON = {
  name: "Asha",
  lastname: "Raman",
  phone: "98400 12345",
  email: "asha@example.com",
  timing: "08:30",
  address: "12 Beach Road",
};

/** Records the payloads and resolves with these responses in order; later calls never resolve. */
export function mockSubmitter(responses: readonly OrderResponse[]) {
  const remaining = [...responses];
  const submitter = {
    bodies: [] as object[],
    renewals: 0,
    renewKey: () => {
      submitter.renewals += 1;
    },
    submit(body: object): Promise<OrderResponse> {
      submitter.bodies.push(body);
      const response = remaining.shift();
      return response ? Promise.resolve(response) : new Promise(() => undefined);
    },
  };
  return submitter;
}

export function pressKeys(field: HTMLElement, ...keys: string[]): void {
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

export async function submit(): Promise<void> {
  await act(async () => {
    fireEvent.submit(document.querySelector("form") as HTMLFormElement);
  });
}
