import { expect, test } from "vitest";
import { chatLink } from "./chatLink";
import { site } from "./site";

test("a chat link opens the cafe's number with the greeting filled in", () => {
  const url = new URL(chatLink("nonveg"));
  expect(url.origin + url.pathname).toBe(`https://wa.me/${site.contact.chatNumber}`);
  expect([...url.searchParams]).toEqual([["text", site.chatGreetings.nonveg]]);
});
