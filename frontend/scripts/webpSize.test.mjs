import { expect, test } from "vitest";
import { webpSize } from "./pictureFiles.ts";

/** The first bytes of a file that is 1280 by 720, in each of the three kinds (RFC 9649, section 2). */
const headers = {
  lossy: "RIFF\x00\x00\x00\x00WEBPVP8 \x00\x00\x00\x00\x00\x00\x00\x9d\x01\x2a\x00\x05\xd0\x02",
  extended: "RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\xff\x04\x00\xcf\x02\x00",
  lossless: "RIFF\x00\x00\x00\x00WEBPVP8L\x00\x00\x00\x00\x2f\xff\xc4\xb3\x00",
};

test.each(Object.entries(headers))("the size of a %s file is read from its header", (_kind, header) => {
  expect(webpSize(Buffer.from(header, "latin1"))).toEqual({ width: 1280, height: 720 });
});

test("anything else is refused", () => {
  expect(() => webpSize(Buffer.from("\x89PNG and much more than that", "latin1"))).toThrow("not a WebP file");
});
