import { expect, test } from "vitest";
import { withPictures } from "./dishPictures";

const pictures = { idli: { file: "idli-0", widths: [320], height: 320 } };

test("a dish on offer without a picture stops the build, and its key is named", () => {
  expect(withPictures(pictures, ["idli"])).toBe(pictures);
  expect(() => withPictures(pictures, ["idli", "dosa"])).toThrow("There is no picture dosa");
});
