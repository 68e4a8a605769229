import { type Box, EVENT, type Plan, type Track } from "./plan";

/** What can be done from the strip. */
export type Doing = "skip" | "move" | "pause" | "forfeit" | "make-up";

/** A box that is ticked, with its meal. */
export interface Chosen {
  readonly box: Box;
  readonly track: Track;
}

/** What is filled in, of all doings. */
export interface Values {
  readonly to: string;
  readonly first: string;
  readonly last: string;
  readonly meals: readonly number[];
  readonly makeUp: boolean;
}

export const DOINGS: readonly { readonly doing: Doing; readonly label: string; readonly save: string }[] = [
  { doing: "skip", label: "Skip", save: "Skip" },
  { doing: "move", label: "Move", save: "Move" },
  { doing: "pause", label: "Pause from here", save: "Pause" },
  { doing: "forfeit", label: "Charge as delivered", save: "Charge as delivered" },
  { doing: "make-up", label: "Replace", save: "Replace" },
];

/** The ticked ones in the order of their days, held ones last. */
export function chosenOf(plan: Plan, ticked: ReadonlySet<number>): Chosen[] {
  return plan.tracks
    .flatMap((track) => track.boxes.map((box) => ({ box, track })))
    .filter(({ box }) => ticked.has(box.id))
    .sort((one, other) => ((one.box.day ?? "~") < (other.box.day ?? "~") ? -1 : 1));
}

/** Whether it makes sense for these; the server has the last word. */
export function may(doing: Doing, chosen: readonly Chosen[]): boolean {
  const [first] = chosen;
  if (!first || chosen.some(({ track }) => track.meal === EVENT)) return false;
  const isOne = chosen.length === 1;
  switch (doing) {
    case "skip":
      return chosen.every(isOpen) && chosen.every(({ box }) => box.state === "planned");
    case "move":
      return isOne && isOpen(first) && ["planned", "held"].includes(first.box.state);
    case "pause":
      return chosen.every(isOpen) && chosen.every(({ box }) => box.state === "planned");
    case "forfeit":
      return isOne && !isOpen(first) && first.box.state === "planned";
    case "make-up":
      return isOne && ["forfeited", "failed"].includes(first.box.state);
  }
}

/** Whether other dishes can lie in them. */
export function mayChangeBoxes(chosen: readonly Chosen[]): boolean {
  return chosen.length > 0 && chosen.every(({ box }) => ["planned", "held"].includes(box.state));
}

/** What is filled in to begin with. */
export function usual(chosen: readonly Chosen[]): Values {
  return {
    to: "",
    first: chosen[0]?.box.day ?? "",
    last: "",
    meals: [...new Set(chosen.map(({ track }) => track.meal))],
    makeUp: false,
  };
}

/** The form of the server's own page, filled in; null while something is missing. */
export function formOf(doing: Doing, chosen: readonly Chosen[], values: Values): URLSearchParams | null {
  const form = new URLSearchParams();
  if (doing === "pause") {
    if (!values.first || values.meals.length === 0) return null;
    form.set("first", values.first);
    form.set("last", values.last);
    for (const meal of values.meals) form.append("meals", String(meal));
    return form;
  }
  for (const { box } of chosen) form.append("servings", String(box.id));
  if (doing === "move") {
    if (!values.to) return null;
    form.set("to", values.to);
  }
  if (doing === "forfeit" && values.makeUp) form.set("make_up", "on");
  return form;
}

function isOpen({ box, track }: Chosen): boolean {
  return box.day === null || box.day >= track.open;
}
