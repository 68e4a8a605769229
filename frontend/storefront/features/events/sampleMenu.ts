import type { Dish } from "~/shared/domain/menu";

/** veg: no egg, meat or fish. nonveg: egg, chicken or fish in every dish. mixed: some of both. */
export type SampleDiet = "veg" | "nonveg" | "mixed";

export const sampleDiets: readonly SampleDiet[] = ["veg", "nonveg", "mixed"];

/** A dish of a sample menu. */
export type SampleDish = Pick<Dish, "name" | "mark" | "image">;

export type SampleMenus = Readonly<Record<SampleDiet, readonly SampleDish[]>>;
