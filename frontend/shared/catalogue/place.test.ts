import { afterEach, expect, test, vi } from "vitest";

/** The module as it is with this site.json. */
async function placeOf(site: object) {
  vi.doMock("@contract/site.json", () => ({
    default: { contact: { location: "Salem: Fairlands" }, ...site },
  }));
  return import("./place");
}

afterEach(() => {
  vi.doUnmock("@contract/site.json");
  vi.resetModules();
});

test("town and radius are those of site.json", async () => {
  expect(await placeOf({ place: { town: "Coimbatore", freeDeliveryKm: 7.5 } })).toMatchObject({
    town: "Coimbatore",
    freeDeliveryKm: 7.5,
  });
});

test("by default the town stands before the colon, and the radius is that of the rules", async () => {
  expect(await placeOf({})).toMatchObject({ town: "Salem", freeDeliveryKm: 5 });
});
