import birthday384 from "./scenes/event-birthday-384.webp";
import birthday768 from "./scenes/event-birthday-768.webp";
import platter384 from "./scenes/event-platter-384.webp";
import platter768 from "./scenes/event-platter-768.webp";
import hero640 from "./scenes/hero-640.webp";
import hero1280 from "./scenes/hero-1280.webp";
import muscle384 from "./scenes/plan-muscle-384.webp";
import muscle768 from "./scenes/plan-muscle-768.webp";

/** A picture in two widths, ready to be spread onto an <img>; `width` and `height` keep its place while it loads. */
export interface ScenePicture {
  readonly src: string;
  readonly srcSet: string;
  readonly width: number;
  readonly height: number;
}

/** A 4:3 scene, 384 and 768 pixels wide. */
function scene(small: string, large: string): ScenePicture {
  return { src: large, srcSet: `${small} 384w, ${large} 768w`, width: 768, height: 576 };
}

/** The composed pictures: tables with several dishes. Single dishes are in pictures/dishes. */
export const scenes = {
  hero: { src: hero1280, srcSet: `${hero640} 640w, ${hero1280} 1280w`, width: 1280, height: 720 },
  birthday: scene(birthday384, birthday768),
  platter: scene(platter384, platter768),
  muscle: scene(muscle384, muscle768),
} as const satisfies Record<string, ScenePicture>;
