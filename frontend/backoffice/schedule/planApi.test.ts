import { expect, test, vi } from "vitest";
import { HttpClient } from "../httpClient";
import { createPlanApi } from "./planApi";
import { plan, SKIPPED } from "./testing";

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });

function callPlanApi(response: Response | Error) {
  const requests: { address: string; body: string }[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (address, { body }: RequestInit = {}) => {
    requests.push({ address: String(address), body: String(body) });
    if (response instanceof Error) throw response;
    return response;
  });
  const api = createPlanApi(new HttpClient("/there/", "token"), plan());
  return { requests, result: api("skip", new URLSearchParams("servings=3"), "preview") };
}

test("a preview posts to the plan's form with the page's version", async () => {
  const { kind, ...preview } = SKIPPED.kind === "preview" ? SKIPPED : { kind: "" };
  const { requests, result } = callPlanApi(json(200, { ...preview, told: false }));
  expect(await result).toEqual({ kind, ...preview });
  expect(requests).toEqual([
    { address: "/backoffice/plans/OT-7K2M9QX/skip", body: "servings=3&version=3&do=preview" },
  ]);
});

test("a saved action has the URL of the next page", async () => {
  const { result } = callPlanApi(json(200, { address: "/there/?done=1" }));
  expect(await result).toEqual({ kind: "saved", address: "/there/?done=1" });
});

test("a rejected form has its errors by field", async () => {
  const refusal = { message: "Please choose a reason.", errors: { reason: "Please choose a reason." } };
  expect(await callPlanApi(json(422, refusal)).result).toEqual({ kind: "rejected", ...refusal });
});

test("a stale page gets the changes since", async () => {
  const since = ["mani, 4 Dec, 10:05: Skipped."];
  expect(await callPlanApi(json(409, { since })).result).toEqual({ kind: "stale", changes: since });
});

test.each([
  [json(401, {}), "loggedOut"],
  [json(500, {}), "serverError"],
  [new Response("nonsense", { status: 200 }), "unreachable"],
  [new Error("no network"), "unreachable"],
])("response %# has a kind", async (response, kind) => {
  expect(await callPlanApi(response).result).toEqual({ kind });
});
