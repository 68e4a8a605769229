import type { ScenePicture } from "~/pictures/scenes";

const addresses = import.meta.glob<string>(
  [
    "../../pictures/scenes/slide-*.webp",
    "../../pictures/scenes/gallery-*.webp",
    "../../pictures/scenes/meal-tray-*.webp",
    "../../pictures/scenes/weight-loss-*.webp",
    "../../pictures/scenes/corporate-meal-plan-*.webp",
  ],
  { eager: true, query: "?url", import: "default" },
);

function addressOf(name: string): string {
  const address = addresses[`../../pictures/scenes/${name}.webp`];
  if (address === undefined) throw new Error(`There is no picture pictures/scenes/${name}.webp.`);
  return address;
}

function picture(name: string, width: number, height: number): ScenePicture {
  const large = addressOf(`${name}-${width}`);
  const small = addressOf(`${name}-${width / 2}`);
  return { src: large, srcSet: `${small} ${width / 2}w, ${large} ${width}w`, width, height };
}

/** 16:9, with the food on the right. */
export function slidePicture(number: number): ScenePicture {
  return picture(`slide-${number}`, 1280, 720);
}

/** 4:3. */
export function scenePicture(name: "meal-tray" | "weight-loss" | "corporate-meal-plan"): ScenePicture {
  return picture(name, 768, 576);
}

/** Square; numbered from 1 to 10. */
export function galleryPicture(number: number): ScenePicture {
  return picture(`gallery-${String(number).padStart(2, "0")}`, 640, 640);
}
