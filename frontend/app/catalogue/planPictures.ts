import { type ScenePicture, scenes } from "~/pictures/scenes";
import { pictureOf } from "./pictures";

const addresses = import.meta.glob<string>("../pictures/scenes/plan-*.webp", {
  eager: true,
  query: "?url",
  import: "default",
});

/** What a plan shows until a scene of its own is rendered. */
const STAND_INS: Readonly<Record<string, ScenePicture | undefined>> = {
  "plan-weight-gain": scenes.muscle,
  "plan-weight-loss": pictureOf("garden-salad"),
  "plan-nutrition": pictureOf("cut-fruit"),
};

/** The picture of a health plan's picture key: its own 4:3 scene, or a stand-in to be cropped to that shape. */
export function planPictureOf(key: string): ScenePicture | undefined {
  const large = addresses[`../pictures/scenes/${key}-768.webp`];
  const small = addresses[`../pictures/scenes/${key}-384.webp`];
  if (large === undefined || small === undefined) return STAND_INS[key];
  return { src: large, srcSet: `${small} 384w, ${large} 768w`, width: 768, height: 576 };
}
