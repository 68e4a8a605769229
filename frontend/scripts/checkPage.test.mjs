import { expect, test } from "vitest";
import { checkPage } from "./checkPage.mjs";

const page = (body, head = "<title>T</title>") => `<html><head>${head}</head><body>${body}</body></html>`;
const check = (html) => () => checkPage(html, "index.html", new Set());

test("a plain page passes", () => {
  expect(check(page('<h1>Hi</h1><script type="module" src="/x.js"></script>'))).not.toThrow();
});

test.each([
  ["a style attribute", page('<h1 style="color: inherit">Hi</h1>')],
  ["a <style> element", page("<h1>Hi</h1>", "<title>T</title><style>a{}</style>")],
  ["an inline script", page("<h1>Hi</h1><script>go()</script>")],
  ["an inline event handler", page('<h1 onclick="go()">Hi</h1>')],
  ["a form", page("<h1>Hi</h1><form><input></form>")],
  ["a form", page('<h1>Hi</h1><form method="dialog"><input></form>')],
  ["an unfilled place", page("<h1>Hi</h1><!--page-->")],
  ["h1 headings", page("<h2>Hi</h2>")],
  ["h1 headings", page("<h1>Hi</h1><h1>Ho</h1>")],
  ["one title", page("<h1>Hi</h1>", "")],
  ["title outside", page("<h1>Hi</h1><title>U</title>")],
  ["does not exist", page('<h1>Hi</h1><img src="/order/assets/gone.webp">')],
])("%s stops the build", (fault, html) => {
  expect(check(html)).toThrow(fault);
});
