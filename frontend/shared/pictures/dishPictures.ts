import { pictureSources } from "~/scripts/pictureFiles";
import { customChoice } from "~/shared/catalogue/customChoice";
import { nonVegMenu } from "~/shared/catalogue/nonveg";
import { trayMenu } from "~/shared/catalogue/tray";
import { vegMenu } from "~/shared/catalogue/veg";
import { weeklyMenu } from "~/shared/catalogue/weeklyMenu";
import { MEALS, WEEKS } from "~/shared/domain/weekly/weeklyMenu";
import type { PictureSource } from "~/shared/ui/Picture";
import { packPictures } from "./pictureTable";

const menus = [vegMenu, nonVegMenu, trayMenu].flatMap(({ categories }) => categories);
const weeklyMeals = WEEKS.flatMap((week) => MEALS.flatMap((meal) => weeklyMenu[week][meal]));

/** The picture key of every dish on offer. */
const offered = [
  ...[...menus, ...customChoice].flatMap(({ items }) => items.map(({ image }) => image)),
  ...weeklyMeals.flatMap(({ items }) => items.map(({ img }) => img)),
];

/** Every dish picture. Browsers get the packed tables only (scripts/content.ts). */
export const dishPictures = packPictures(withPictures(pictureSources("dishes"), offered));

type Pictures = Readonly<Record<string, PictureSource>>;

/** Returns the pictures unchanged. Throws, which stops the rendering, when one of these keys has none. */
export function withPictures(pictures: Pictures, keys: readonly string[]): Pictures {
  const missing = keys.find((key) => !pictures[key]);
  if (missing !== undefined) throw new Error(`There is no picture ${missing} in shared/pictures/dishes.`);
  return pictures;
}
