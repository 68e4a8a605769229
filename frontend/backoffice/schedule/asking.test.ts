import { expect, test, vi } from "vitest";
import { Posting } from "../posting";
import { asking } from "./asking";
import { plan, SKIPPED } from "./testing";

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });

function answered(reply: Response | Error) {
  const sent: { address: string; body: string }[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (address, { body }: RequestInit = {}) => {
    sent.push({ address: String(address), body: String(body) });
    if (reply instanceof Error) throw reply;
    return reply;
  });
  const ask = asking(new Posting("/there/", "token"), plan());
  return { sent, answer: ask("skip", new URLSearchParams("servings=3"), "preview") };
}

test("it asks the plan's own form, at the version of the page", async () => {
  const { kind, ...shown } = SKIPPED.kind === "shown" ? SKIPPED : { kind: "" };
  const { sent, answer } = answered(json(200, { ...shown, told: false }));
  expect(await answer).toEqual({ kind, ...shown });
  expect(sent).toEqual([
    { address: "/backoffice/plans/OT-7K2M9QX/skip", body: "servings=3&version=3&do=preview" },
  ]);
});

test("what is done leads to a page", async () => {
  const { answer } = answered(json(200, { address: "/there/?done=1" }));
  expect(await answer).toEqual({ kind: "done", address: "/there/?done=1" });
});

test("a refusal comes with its fields", async () => {
  const refusal = { message: "Please choose a reason.", errors: { reason: "Please choose a reason." } };
  expect(await answered(json(422, refusal)).answer).toEqual({ kind: "refused", ...refusal });
});

test("on an older page it is told what was done since", async () => {
  const since = ["mani, 4 Dec, 10:05: Skipped."];
  expect(await answered(json(409, { since })).answer).toEqual({ kind: "stale", since });
});

test.each([
  [json(401, {}), "loggedOut"],
  [json(500, {}), "broken"],
  [new Response("nonsense", { status: 200 }), "unreached"],
  [new Error("no network"), "unreached"],
])("%# what else may happen has a name", async (reply, kind) => {
  expect(await answered(reply).answer).toEqual({ kind });
});
