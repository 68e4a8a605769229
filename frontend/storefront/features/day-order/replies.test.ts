import { expect, test } from "vitest";
import { readStatusReply, readTrayReply } from "./order";

const reply = (body: unknown, status = 200) => Response.json(body, { status });

test.each([
  ["success shows the server's message", { status: "success", message: "Taken!" }, 200, true, "Taken!"],
  ["another status shows the server's message", { status: "error", message: "No." }, 422, false, "No."],
  ["a refusal without a message falls back", { status: "error" }, 500, false, "Server Error!"],
  ["an empty message falls back", { status: "error", message: "" }, 500, false, "Server Error!"],
  ["an object without a status is a refusal", {}, 200, false, "Server Error!"],
  ["JSON that is no object is a refusal", null, 200, false, "Server Error!"],
  ["the status counts, not the code of the reply", { status: "success", message: "Ok" }, 500, true, "Ok"],
])("veg and non-veg: %s", async (_name, body, status, accepted, text) => {
  expect(await readStatusReply(reply(body, status))).toEqual({ accepted, text });
});

test("veg and non-veg: a body that is no JSON throws", async () => {
  await expect(readStatusReply(new Response("<html>"))).rejects.toHaveProperty("name", "SyntaxError");
});

test("meal tray: any ok status is success and the body stays unread", { tags: "spec:7.9" }, async () => {
  const ok = new Response("<html>", { status: 201 });
  expect(await readTrayReply(ok)).toEqual({
    accepted: true,
    text: "✅ Meal Tray Order submitted successfully!",
  });
  expect(ok.bodyUsed).toBe(false);
});

test("meal tray: any other status is a failure", async () => {
  expect(await readTrayReply(reply({ status: "success" }, 500))).toEqual({
    accepted: false,
    text: "❌ Failed to submit Meal Tray order",
  });
});
