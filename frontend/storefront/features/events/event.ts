/** The four kinds of event, by the name of their page. */
export type EventKey = "birthday" | "corporate" | "family" | "platters";

/** Picture keys of three dishes, shown as one group: the first one large. */
export type DishTrio = readonly [string, string, string];

/** What an event's page says (specification, section 2 "Event pages"). */
export interface EventContent {
  readonly key: EventKey;
  /** As the landing page's card and the form's list of event types name it. */
  readonly name: string;
  readonly path: string;
  readonly heading: string;
  readonly text: string;
  /** Words for those who cannot see the scene. */
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

/** What the page behind the promo button adds (design: routes the specification leaves open). */
export interface EventDetailsContent {
  readonly heading: string;
  readonly lead: string;
  readonly dishes: DishTrio;
  readonly menusLead: string;
  /** What happens, from the first message to the day itself. */
  readonly steps: readonly { readonly title: string; readonly text: string }[];
  readonly guests: { readonly heading: string; readonly text: string };
  readonly questions: readonly { readonly question: string; readonly answer: string }[];
}
