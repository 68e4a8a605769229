import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { DeliveryEvent } from "./deliveryEvents";
import { EventQueue } from "./eventQueue";

const tap: DeliveryEvent = { key: "k", outcome: "cash", reference: "OT-A", paise: 100, by: "ravi" };
const status = () => document.querySelector("[data-waiting]")?.textContent ?? "";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
  document.body.innerHTML = `<div data-token><input value="t"></div>
    <div data-waiting data-account="ravi" data-taps="/backoffice/runs/0/taps"></div>`;
});
afterEach(() => vi.unstubAllGlobals());

it("syncs a reassigned run, and shows rejected events until they are dismissed", async () => {
  const requested: string[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    requested.push(address);
    return Promise.resolve(
      Response.json({ taps: [{ key: "k", refused: "This run was not yours when you tapped." }] }),
    );
  });
  new EventQueue(6).add([tap]);
  await import("./ownRuns");
  await waitFor(() =>
    expect(status()).toBe("OT-A: This run was not yours when you tapped. Call the desk.OK"),
  );
  expect(requested).toEqual(["/backoffice/runs/6/taps"]);
  document.querySelector<HTMLButtonElement>("[data-waiting] button")?.click();
  expect([status(), localStorage.length]).toEqual(["", 0]);
});

it("shows how many events are unsent, and none of a colleague who shares the phone", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  new EventQueue(6).add([tap, { ...tap, key: "hers", by: "sita" }]);
  localStorage.setItem("oottam-notices", '[{"key":"n","sentence":"Hers.","by":"sita"}]');
  await import("./ownRuns");
  await waitFor(() => expect(status()).toContain("1 not sent yet."));
  expect(status()).not.toContain("Hers.");
});
