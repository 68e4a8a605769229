import { expect, test } from "vitest";
import { callOrigins } from "./callOrigins.mjs";

test("each host that calls go to is named once, and nothing else", () => {
  const settings = {
    VITE_VEG_BASE: "https://orders.example.com/test",
    VITE_TRAY_BASE: "https://orders.example.com",
    VITE_EVENT_BASE: "http://127.0.0.1:9000",
    VITE_COMBOS_BASE: "",
    VITE_OTHER: "https://elsewhere.example.com",
  };
  expect(callOrigins(settings)).toEqual(["http://127.0.0.1:9000", "https://orders.example.com"]);
});

test("a base that is no address stops the build with its name", () => {
  expect(() => callOrigins({ VITE_VEG_BASE: "orders.example.com" })).toThrow("VITE_VEG_BASE must be a whole");
});
