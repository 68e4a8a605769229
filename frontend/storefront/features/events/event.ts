import type { Dish } from "~/shared/domain/menu";
import type { PictureSource } from "~/shared/ui/Picture";

/** The four kinds of event, by the name of their page. */
export type EventKey = "birthday" | "corporate" | "family" | "platters";

/** Picture keys of three dishes, shown as one group: the first one large. */
export type DishTrio = readonly [string, string, string];

/** Content of an event's page (specification, section 2 "Event pages"). */
export interface EventContent {
  readonly key: EventKey;
  /** The name on the landing page's card and in the form's list of event types. */
  readonly name: string;
  /** What a chat from its pages is about: "a birthday celebration". */
  readonly matter: string;
  readonly path: string;
  readonly description: string;
  readonly heading: string;
  readonly text: string;
  readonly scene: PictureSource;
  readonly sceneAlt: string;
  readonly promo: {
    readonly heading: string;
    readonly text: string;
    readonly points?: readonly { readonly title: string; readonly text: string }[];
    readonly dishes: DishTrio;
    readonly button: string;
    readonly path: string;
  };
}

/** Content of the page behind the promo button (the specification leaves its route open). */
export interface EventDetailsContent {
  readonly description: string;
  readonly heading: string;
  readonly lead: string;
  readonly dishes: DishTrio;
  readonly menusLead: string;
  /** The booking steps, from the first message to the day itself. */
  readonly steps: readonly { readonly title: string; readonly text: string }[];
  readonly menus: SampleMenus;
  readonly guestsHeading: string;
  readonly guestsText: string;
  readonly questions: readonly { readonly question: string; readonly answer: string }[];
}

/** veg: no egg, meat or fish. nonveg: egg, chicken or fish in every dish. mixed: some of both. */
export type SampleDiet = "veg" | "nonveg" | "mixed";

export const sampleDiets: readonly SampleDiet[] = ["veg", "nonveg", "mixed"];

/** A dish of a sample menu. */
export type SampleDish = Pick<Dish, "name" | "mark" | "image">;

export type SampleMenus = Readonly<Record<SampleDiet, readonly SampleDish[]>>;
