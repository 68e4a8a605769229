import { expect, test } from "vitest";
import { packPictures, unpackPictures } from "./pictureTable";

const pictures = {
  idli: { file: "idli-abc_-1", widths: [320, 640], height: 640, tone: "da9" },
  "ragi-dosa": { file: "ragi-dosa--aBc12", widths: [320, 640], height: 640 },
  table: { file: "table-000000", widths: [768], height: 512, tone: "fff", webpOnly: true as const },
};

test("packed pictures come back as they were", () => {
  expect(Object.fromEntries(unpackPictures(packPictures(pictures)))).toEqual(pictures);
});

test("pictures of one shape share a string", () => {
  expect(packPictures(pictures).map(({ files }) => files)).toEqual([
    "idli-abc_-1:da9 ragi-dosa--aBc12",
    "table-000000:fff",
  ]);
});
