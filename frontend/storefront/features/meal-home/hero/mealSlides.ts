import type { PictureSource } from "~/shared/ui/Picture";
import { pictures } from "../pictures";
import { texts } from "../texts";

/** A slide of the hero carousel (specification, section 3 "Meal slide"). */
export interface MealSlide {
  readonly id: number;
  readonly image: PictureSource;
  /** Alternative text. */
  readonly alt: string;
}

export const mealSlides: readonly MealSlide[] = [
  {
    id: 1,
    image: pictures["slide-1"],
    alt: texts.slide1Alt,
  },
  {
    id: 2,
    image: pictures["slide-2"],
    alt: texts.slide2Alt,
  },
  {
    id: 3,
    image: pictures["slide-3"],
    alt: texts.slide3Alt,
  },
];
