import type { PictureSource } from "~/shared/ui/Picture";
import { pictures } from "../pictures";

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
    alt: "A meal tray of rice, gravy and sundal, with phulkas, a salad and a green juice",
  },
  {
    id: 2,
    image: pictures["slide-2"],
    alt: "Idlis and a dosa with chutneys, an omelette, cut fruit and filter coffee",
  },
  {
    id: 3,
    image: pictures["slide-3"],
    alt: "A chicken rice bowl, palak paneer, phulkas, a sprouts salad and a red juice",
  },
];
