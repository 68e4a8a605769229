/** What a dish holds, computed from its recipe, and sums of it. Rounded: kcal to 5, grams to 1. */

export interface Figures {
  readonly kcal: number;
  readonly protein: number;
  readonly carbohydrate: number;
  readonly fat: number;
  readonly fibre: number;
  /** Much of it is estimated from similar ingredients. */
  readonly isAbout: boolean;
}

/**
 * What a menu's row shows and the filters by recipe need: kcal and grams of protein (null if unknown), and a letter for
 * each fact that holds. Short, since every page of a menu carries it.
 */
export type RowFacts = readonly [kcal: number | null, protein: number | null, letters: string];

/** The letters of RowFacts: the amounts are approximate, there are no nuts, there is no milk and no egg. */
export const LETTERS = { about: "a", noNuts: "n", noMilkOrEgg: "m" } as const;

/** By the dish's id. */
export type MenuFacts = Readonly<Record<string, RowFacts>>;

/** What the dialog of a dish shows; `contains` is null where its allergens are not all known. */
export interface DishFacts {
  readonly portion: string;
  readonly figures: Figures | null;
  readonly contains: readonly string[] | null;
}

/** Energy and protein of one or several portions, each from the lowest to the highest possible amount. */
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

/** What one portion holds: kcal, grams of protein, and 1 if they are approximate. Short, since pages carry many. */
export type Portion = readonly [kcal: number, protein: number, isAbout?: 1];

/** The portions of the alternatives of a name, by name; a name with an unknown alternative is missing. */
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

/** The range of several amounts; undefined for none, or if one is unknown. */
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

/** The sum of several amounts; undefined for none, or if one is unknown: never a partial sum. */
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

/** A multiple of an amount. */
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
