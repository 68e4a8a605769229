import { waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";

const PAGE = "/backoffice/menu/pictures/";
const photo = new File(["photo"], "shop.jpg", { type: "image/jpeg" });
const form = () => document.querySelector("form") as HTMLFormElement;
const message = () => form().querySelector("[data-unsent]");
const retryButton = () => form().querySelector<HTMLButtonElement>("[data-unsent] button");
const assign = vi.fn();
let posted: { url: string; init: RequestInit }[];

function json(status: number, text: string, headers = {}) {
  return Response.json({ message: text }, { status, headers });
}

function answer(...responses: (Response | Error)[]) {
  posted = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    posted.push({ url, init });
    const next = responses.shift();
    if (!next || next instanceof Error) throw next;
    return next;
  });
}

function send() {
  const event = new Event("submit", { bubbles: true, cancelable: true });
  form().dispatchEvent(event);
  return event;
}

beforeEach(async () => {
  vi.resetModules();
  vi.useRealTimers();
  assign.mockReset();
  vi.spyOn(location, "assign").mockImplementation(assign);
  document.body.innerHTML = `<form action="${PAGE}hero/photo" data-photo-upload="${PAGE}" data-busy="Preparing the picture.">
    <input type="file" name="photo"><button>Use this picture</button></form>`;
  Object.defineProperty(form().querySelector("input"), "files", { value: [photo] });
  await import("./photoUpload");
});

test("a saved photo leads on without using up the next page's message", async () => {
  answer({ type: "opaqueredirect" } as Response);
  expect(send().defaultPrevented).toBe(true);
  expect(form().textContent).toContain("Preparing the picture.");
  send(); // a second press
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(PAGE));
  expect(
    posted.map(({ url, init }) => [new URL(url, window.location.href).pathname, init.method, init.redirect]),
  ).toEqual([[`${PAGE}hero/photo`, "POST", "manual"]]);
});

test("a busy server's photo stays chosen, and is offered again after its wait", async () => {
  vi.useFakeTimers();
  const busy = "Other uploads are still arriving. Please try again in a minute.";
  answer(json(503, busy, { "Retry-After": "60" }), { type: "opaqueredirect" } as Response);
  send();
  await vi.waitFor(() => expect(message()?.textContent).toContain(`${busy} Your photo is still chosen.`));
  expect(message()?.getAttribute("role")).toBe("alert");
  expect(form().querySelector("input")?.files?.[0]).toBe(photo);
  expect(form().hasAttribute("aria-busy")).toBe(false);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(retryButton()).toBeNull();
  await vi.advanceTimersByTimeAsync(1000);
  expect(retryButton()?.type).toBe("submit");
  send();
  expect(message()).toBeNull();
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(PAGE));
});

test("a lost connection says so, and offers the photo at once", async () => {
  answer(new TypeError("Failed to fetch"));
  send();
  await waitFor(() =>
    expect(message()?.textContent).toContain("Not sent: no connection. Your photo is still chosen."),
  );
  await waitFor(() => expect(retryButton()?.textContent).toBe("Try again"));
});

test("what the server finds wrong stands in the form", async () => {
  const page = '<main><div class="not-saved" role="alert">The photo is larger than 12 MB.</div></main>';
  answer(new Response(page, { status: 422, headers: { "Content-Type": "text/html; charset=utf-8" } }));
  send();
  await waitFor(() => expect(message()?.textContent).toBe("The photo is larger than 12 MB."));
  expect(retryButton()).toBeNull();
});

test("a file that no wait makes smaller is not offered again", async () => {
  answer(json(413, "This form is too large."));
  send();
  await waitFor(() =>
    expect(message()?.textContent).toBe("This form is too large. Your photo is still chosen."),
  );
  expect(retryButton()).toBeNull();
});

test("any other page is an error without words of its own", async () => {
  answer(new Response("<main></main>", { status: 500, headers: { "Content-Type": "text/html" } }));
  send();
  await waitFor(() => expect(message()?.textContent).toContain("Not saved. Your photo is still chosen."));
});

test("after a log-out the form is posted, which leads to the log-in", async () => {
  const submit = vi.spyOn(form(), "submit").mockReturnValue();
  answer(json(401, "Log in again."));
  send();
  await waitFor(() => expect(submit).toHaveBeenCalledOnce());
});
