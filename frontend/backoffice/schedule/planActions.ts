import { type Box, EVENT, type Plan, type Track } from "./plan";

/** Actions of the timeline; each is also the name of the form page below the plan's URL. */
export type PlanAction = "skip" | "move" | "pause" | "forfeit" | "replace";

export interface SelectedBox {
  readonly box: Box;
  readonly track: Track;
}

/** The field values of all actions. */
export interface ActionValues {
  readonly to: string;
  readonly first: string;
  readonly last: string;
  readonly meals: readonly number[];
  readonly replaceBox: boolean;
}

export const PLAN_ACTIONS: readonly {
  readonly action: PlanAction;
  readonly label: string;
  readonly save: string;
}[] = [
  { action: "skip", label: "Skip", save: "Skip" },
  { action: "move", label: "Move", save: "Move" },
  { action: "pause", label: "Pause from here", save: "Pause" },
  { action: "forfeit", label: "Charge as delivered", save: "Charge as delivered" },
  { action: "replace", label: "Replace", save: "Replace" },
];

/** The selected boxes by day, held ones last. */
export function selectedBoxes(plan: Plan, selectedIds: ReadonlySet<number>): SelectedBox[] {
  return plan.tracks
    .flatMap((track) => track.boxes.map((box) => ({ box, track })))
    .filter(({ box }) => selectedIds.has(box.id))
    .sort((one, other) => {
      const first = one.box.day ?? "~";
      const second = other.box.day ?? "~";
      return Number(first > second) - Number(first < second);
    });
}

/** Whether an action applies to these boxes; the server validates it again. */
export function isAllowed(action: PlanAction, selected: readonly SelectedBox[]): boolean {
  const [first] = selected;
  if (!first || selected.some(({ track }) => track.meal === EVENT)) return false;
  const isOne = selected.length === 1;
  switch (action) {
    case "skip":
      return selected.every(isBeforeCutoff) && selected.every(({ box }) => box.state === "planned");
    case "move":
      return isOne && isBeforeCutoff(first) && ["planned", "held"].includes(first.box.state);
    case "pause":
      return selected.every(isBeforeCutoff) && selected.every(({ box }) => box.state === "planned");
    case "forfeit":
      return isOne && !isBeforeCutoff(first) && first.box.state === "planned";
    case "replace":
      return isOne && ["forfeited", "failed"].includes(first.box.state);
  }
}

/** Whether the dishes in these boxes can still be changed. */
export function canChangeBoxes(selected: readonly SelectedBox[]): boolean {
  return selected.length > 0 && selected.every(({ box }) => ["planned", "held"].includes(box.state));
}

export function initialValues(selected: readonly SelectedBox[]): ActionValues {
  return {
    to: "",
    first: selected[0]?.box.day ?? "",
    last: "",
    meals: [...new Set(selected.map(({ track }) => track.meal))],
    replaceBox: false,
  };
}

/** The fields of the action's form page; null while a required one is missing. */
export function buildForm(
  action: PlanAction,
  selected: readonly SelectedBox[],
  values: ActionValues,
): URLSearchParams | null {
  const form = new URLSearchParams();
  if (action === "pause") {
    if (!values.first || values.meals.length === 0) return null;
    form.set("first", values.first);
    form.set("last", values.last);
    for (const meal of values.meals) form.append("meals", String(meal));
    return form;
  }
  for (const { box } of selected) form.append("servings", String(box.id));
  if (action === "move") {
    if (!values.to) return null;
    form.set("to", values.to);
  }
  if (action === "forfeit" && values.replaceBox) form.set("replace", "on");
  return form;
}

function isBeforeCutoff({ box, track }: SelectedBox): boolean {
  return box.day === null || box.day >= track.open;
}
