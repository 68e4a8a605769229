/** What a dish holds, computed from its recipe, and sums of it. Rounded: kcal to 5, grams to 1. */

export interface Figures {
  readonly kcal: number;
  readonly protein: number;
  readonly carbohydrate: number;
  readonly fat: number;
  readonly fibre: number;
  /** Much of it comes from values of similar ingredients. */
  readonly isAbout: boolean;
}

/**
 * What a menu's row shows, and which filters about its recipe it passes: kcal and grams of protein (null where they are
 * not known), and a letter for each thing that is so. Short, since it is on every page of a menu.
 */
export type RowFacts = readonly [kcal: number | null, protein: number | null, letters: string];

/** The letters of RowFacts: "about" so much, its recipe has no nuts, neither milk nor egg. */
export const LETTERS = { about: "a", noNuts: "n", noMilkOrEgg: "m" } as const;

/** By the dish's id. */
export type MenuFacts = Readonly<Record<string, RowFacts>>;

/** What the dialog of a dish shows; `contains` is null where its allergens are not all known. */
export interface DishFacts {
  readonly portion: string;
  readonly figures: Figures | null;
  readonly contains: readonly string[] | null;
}

/** Energy and protein: of a portion, or of several. From the least to the most that it can be. */
export interface Amount {
  readonly kcal: readonly [number, number];
  readonly protein: readonly [number, number];
  readonly isAbout: boolean;
}

/** The amount of a row; undefined where it is not known. */
export function amountOf(facts: RowFacts | undefined): Amount | undefined {
  const [kcal, protein, letters] = facts ?? [null, null, ""];
  if (kcal === null || protein === null) return undefined;
  return { kcal: [kcal, kcal], protein: [protein, protein], isAbout: letters.includes(LETTERS.about) };
}

/** What one portion holds: kcal, grams of protein, and 1 where it is about so much. Short, since pages carry many. */
export type Portion = readonly [kcal: number, protein: number, isAbout?: 1];

/** The portion of each alternative of a name, by name; without names of which one is not known. */
export type PortionsByName = Readonly<Record<string, readonly Portion[]>>;

/** The amount of a name; undefined where it is not known. */
export function amountOfName(portions: readonly Portion[] | undefined): Amount | undefined {
  return anyOf(
    (portions ?? []).map(([kcal, protein, isAbout]) => ({
      kcal: [kcal, kcal],
      protein: [protein, protein],
      isAbout: isAbout === 1,
    })),
  );
}

/** Any one of several: from the least to the most; undefined without any, or where one is not known. */
export function anyOf(amounts: readonly (Amount | undefined)[]): Amount | undefined {
  const known = amounts.flatMap((each) => each ?? []);
  if (known.length === 0 || known.length < amounts.length) return undefined;
  const range = (ranges: readonly (readonly [number, number])[]) =>
    [Math.min(...ranges.map(([least]) => least)), Math.max(...ranges.map(([, most]) => most))] as const;
  return {
    kcal: range(known.map(({ kcal }) => kcal)),
    protein: range(known.map(({ protein }) => protein)),
    isAbout: known.some(({ isAbout }) => isAbout),
  };
}

/** The sum of several; undefined without any, or where one is not known: never a part sum. */
export function addAmounts(amounts: readonly (Amount | undefined)[]): Amount | undefined {
  const known = amounts.flatMap((each) => each ?? []);
  if (known.length === 0 || known.length < amounts.length) return undefined;
  const sum = (pick: (amount: Amount) => number) => known.reduce((total, each) => total + pick(each), 0);
  return {
    kcal: [sum(({ kcal }) => kcal[0]), sum(({ kcal }) => kcal[1])],
    protein: [sum(({ protein }) => protein[0]), sum(({ protein }) => protein[1])],
    isAbout: known.some(({ isAbout }) => isAbout),
  };
}

/** The same several times. */
export function timesAmount({ kcal, protein, isAbout }: Amount, times: number): Amount {
  return {
    kcal: [kcal[0] * times, kcal[1] * times],
    protein: [protein[0] * times, protein[1] * times],
    isAbout,
  };
}

/** "505 kcal · 23 g protein", "about 1,240 kcal · 62 to 70 g protein". */
export function amountText(amount: Amount, between = " · "): string {
  return `${amount.isAbout ? "about " : ""}${range(amount.kcal)} kcal${between}${range(amount.protein)} g protein`;
}

/** "410 kcal", "about 1,410 kcal". */
export function energyText([kcal, , isAbout]: Portion): string {
  return `${isAbout ? "about\u00a0" : ""}${kcal.toLocaleString("en-IN")}\u00a0kcal`;
}

function range([least, most]: readonly [number, number]): string {
  return least === most
    ? least.toLocaleString("en-IN")
    : `${least.toLocaleString("en-IN")} to ${most.toLocaleString("en-IN")}`;
}
