import { expect, test } from "vitest";
import { callOrigins } from "./callOrigins.mjs";

test("each host that calls go to is named once, and nothing else", () => {
  const bases = {
    veg: "https://orders.example.com/test",
    tray: "https://orders.example.com",
    event: "http://127.0.0.1:9000",
  };
  expect(callOrigins(bases)).toEqual(["http://127.0.0.1:9000", "https://orders.example.com"]);
});
