import { expect, test } from "vitest";
import { appointmentRequest } from "./useBooking";

test("an appointment carries the contract's five fields and nothing else", () => {
  const person = {
    name: "Asha Raman",
    phone: "98400 00000",
    address: "4 Beach Road",
    email: "asha@example.com",
  };
  expect(appointmentRequest(person, "Dr. Leela Thomas")).toEqual({
    ...person,
    doctorName: "Dr. Leela Thomas",
  });
});
