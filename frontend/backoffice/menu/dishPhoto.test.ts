import { waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";

let maxEdge: number;
let size: [number, number];
let shrunk: Blob | null;
const drawn: number[][] = [];
const field = (name: string) => document.querySelector(`[name=${name}]`) as HTMLInputElement;
const cut = () => document.querySelector("canvas") as HTMLCanvasElement;
const photo = (bytes: number) => new File([new Uint8Array(bytes)], "camera.jpg", { type: "image/jpeg" });

function choose(file: File | undefined) {
  Object.defineProperty(field("photo"), "files", { value: file ? [file] : [], writable: true });
  field("photo").dispatchEvent(new Event("change"));
}

beforeEach(async () => {
  vi.resetModules();
  drawn.length = 0;
  size = [4000, 3000];
  shrunk = new Blob(["small"]);
  vi.stubGlobal("createImageBitmap", async (file: File) => {
    if (file.size === 0) throw new Error("no image");
    return { width: size[0], height: size[1], close: () => undefined };
  });
  const context = {
    drawImage: (...parts: number[]) => drawn.push(parts.slice(1)),
    fillRect: () => undefined,
  };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done) => done(shrunk));
  vi.stubGlobal(
    "DataTransfer",
    class {
      files: File[] = [];
      items = { add: (file: File) => this.files.push(file) };
    },
  );
  document.body.innerHTML = `<form data-photo><input type="file" name="photo">
    <input type="range" name="across" min="0" max="100" value="50"><input type="range" name="down" value="50"></form>`;
  maxEdge = (await import("./dishPhoto")).MAX_EDGE;
});

test("a large photo is shrunk to 2,000 pixels before it is sent, and shown with its cut", async () => {
  choose(photo(100));
  await waitFor(() => expect(cut().hidden).toBe(false));
  expect([cut().width, cut().height]).toEqual([maxEdge, 1500]);
  expect(field("photo").files?.[0]?.size).toBe(5);
  expect(drawn.at(-1)?.slice(0, 4)).toEqual([250, 0, 1500, 1500]);
});

test("a photo that would not become smaller is sent as it is", async () => {
  size = [400, 300];
  choose(photo(3));
  await waitFor(() => expect(cut().hidden).toBe(false));
  expect([cut().width, cut().height]).toEqual([400, 300]);
  expect(field("photo").files?.[0]?.size).toBe(3);
});

test("a slider moves the cut, which stays within the photo", async () => {
  choose(photo(100));
  await waitFor(() => expect(cut().hidden).toBe(false));
  field("across").value = "100";
  field("across").dispatchEvent(new Event("input"));
  expect(drawn.at(-1)?.slice(0, 4)).toEqual([500, 0, 1500, 1500]);
});

test("a tap sets the middle of the cut", async () => {
  choose(photo(100));
  await waitFor(() => expect(cut().hidden).toBe(false));
  vi.spyOn(cut(), "getBoundingClientRect").mockReturnValue({
    left: 10,
    top: 20,
    width: 200,
    height: 150,
  } as DOMRect);
  cut().dispatchEvent(new MouseEvent("click", { clientX: 60, clientY: 140 }));
  expect([field("across").value, field("down").value]).toEqual(["25", "80"]);
});

test("what the browser cannot read is left to the server, and no cut is shown", async () => {
  choose(photo(0));
  await Promise.resolve();
  expect(cut().hidden).toBe(true);
  expect(field("photo").files?.[0]?.name).toBe("camera.jpg");
});

test("a cleared field hides the cut", async () => {
  choose(photo(100));
  await waitFor(() => expect(cut().hidden).toBe(false));
  choose(undefined);
  await waitFor(() => expect(cut().hidden).toBe(true));
});
