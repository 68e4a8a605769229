import type { ReactNode } from "react";
import { classNames } from "~/lib/classNames";
import styles from "./DishTile.module.css";

/** The vessel in which a category's dishes come; anything else comes in a bowl. */
const VESSELS: Readonly<Record<string, () => ReactNode>> = {
  "protein-smoothies": Glass,
  "immunity-boosters": Tumbler,
  "protein-shakes": Glass,
  "nut-milk": Tumbler,
  juices: Glass,
  "protein-sandwiches": Sandwich,
  "protein-wraps": Wrap,
  "protein-wraps-and-rolls": Wrap,
  "indian-protein": Pot,
  "main-course": Pot,
  "all-things-eggs": Plate,
  "boiled-items": Plate,
  "protein-pancakes": Stack,
  "indian-bread": Stack,
};

/** What a dish's name says of its colour; the first match counts. */
const HUES: readonly (readonly [RegExp, string | undefined])[] = [
  [/berry|dragon|pomegranate|beet|guava|abc/i, styles.beet],
  [/spinach|palak|green|mint|tulsi|keerai|pesto|moong|payaru|karuvepillai|sprouts?|kosambari/i, styles.leaf],
  [/cocoa|chocolate|coffee|ragi|date|fig|chikoo|walnut|jaggery|soya|mushroom|mochai|kollu/i, styles.clay],
  [
    /tomato|chilli|arrabbiata|watermelon|chicken|rajma|chettinad|strawberry|kuzhambu|tikka|butter masala/i,
    styles.chilli,
  ],
  [/milk|coconut|curd|paneer|tofu|egg|almond|cashew|sattu|tuna|tapioca/i, styles.cream],
];

export interface DishTileProps {
  name: string;
  category: string;
  alt: string;
  className?: string;
}

/** A drawn vessel on a soft floor, in the colours of the dish: stands where a picture is still to come. */
export function DishTile({ name, category, alt, className }: DishTileProps) {
  const Vessel = VESSELS[category] ?? Bowl;
  const hue = HUES.find(([pattern]) => pattern.test(name))?.[1] ?? styles.turmeric;
  return (
    <svg
      viewBox="8 12 80 80"
      width="96"
      height="96"
      preserveAspectRatio="xMidYMid slice"
      className={classNames(styles.tile, hue, className)}
      role={alt ? "img" : undefined}
      aria-label={alt || undefined}
      aria-hidden={alt ? undefined : true}
      focusable="false"
    >
      <ellipse cx="48" cy="75" rx="31" ry="7" className={styles.shade} />
      <Vessel />
    </svg>
  );
}

function Glass() {
  return (
    <>
      <path d="M57 15 52 34" className={styles.straw} />
      <path d="M32 24h32l-4 46a5 5 0 0 1-5 5H41a5 5 0 0 1-5-5Z" className={styles.vessel} />
      <path d="M34.5 33h27L58.4 69a4 4 0 0 1-4 3.5H41.6a4 4 0 0 1-4-3.5Z" className={styles.food} />
      <ellipse cx="48" cy="33" rx="13.5" ry="3.2" className={styles.foodTop} />
    </>
  );
}

function Tumbler() {
  return (
    <>
      <path d="M31 36h34l-3 34a5 5 0 0 1-5 5H39a5 5 0 0 1-5-5Z" className={styles.vessel} />
      <path d="M33.5 44h29l-2.4 25.5a4 4 0 0 1-4 3.5H39.9a4 4 0 0 1-4-3.5Z" className={styles.food} />
      <ellipse cx="48" cy="44" rx="14.5" ry="3.4" className={styles.foodTop} />
      <path d="M47 30c-1-7 4-11 11-11 0 7-4 11-11 11Z" className={styles.garnish} />
    </>
  );
}

function Bowl() {
  return (
    <>
      <path d="M17 46h62c0 17-12 29-31 29S17 63 17 46Z" className={styles.vessel} />
      <ellipse cx="48" cy="46" rx="31" ry="12" className={styles.vessel} />
      <ellipse cx="48" cy="45" rx="26" ry="9" className={styles.food} />
      <circle cx="38" cy="43" r="4" className={styles.foodTop} />
      <circle cx="49" cy="47" r="3.5" className={styles.foodTop} />
      <circle cx="59" cy="43" r="3" className={styles.foodTop} />
      <path d="M46 40c0-6 4-9 10-9 0 6-4 9-10 9Z" className={styles.garnish} />
    </>
  );
}

function Plate() {
  return (
    <>
      <ellipse cx="48" cy="62" rx="36" ry="14" className={styles.vessel} />
      <ellipse cx="38" cy="54" rx="12" ry="9" className={styles.foodTop} />
      <ellipse cx="59" cy="57" rx="12" ry="9" className={styles.foodTop} />
      <circle cx="38" cy="54" r="4.5" className={styles.food} />
      <circle cx="59" cy="57" r="4.5" className={styles.food} />
      <path d="M46 44c0-6 4-9 10-9 0 6-4 9-10 9Z" className={styles.garnish} />
    </>
  );
}

function Pot() {
  return (
    <>
      <path d="M15 50q-7 0-7-6t8-4M81 50q7 0 7-6t-8-4" className={styles.handle} />
      <path d="M16 44h64c0 18-11 31-32 31S16 62 16 44Z" className={styles.vessel} />
      <ellipse cx="48" cy="44" rx="32" ry="11" className={styles.vessel} />
      <ellipse cx="48" cy="43.5" rx="27" ry="8" className={styles.food} />
      <path d="M42 41c0-6 4-9 10-9 0 6-4 9-10 9Z" className={styles.garnish} />
    </>
  );
}

function Stack() {
  return (
    <>
      <ellipse cx="48" cy="68" rx="36" ry="9" className={styles.vessel} />
      <rect x="24" y="57" width="48" height="10" rx="5" className={styles.food} />
      <rect x="26" y="48" width="44" height="10" rx="5" className={styles.foodTop} />
      <rect x="24" y="39" width="48" height="10" rx="5" className={styles.food} />
      <path d="M46 38c0-6 4-9 10-9 0 6-4 9-10 9Z" className={styles.garnish} />
    </>
  );
}

function Sandwich() {
  return (
    <>
      <ellipse cx="48" cy="69" rx="36" ry="8" className={styles.vessel} />
      <path d="M22 66 48 30l26 36Z" className={styles.bread} />
      <path d="M27 66 48 37l21 29Z" className={styles.food} />
      <path d="M20 61h56v4a4 4 0 0 1-4 4H24a4 4 0 0 1-4-4Z" className={styles.bread} />
      <path d="M46 30c0-6 4-9 10-9 0 6-4 9-10 9Z" className={styles.garnish} />
    </>
  );
}

function Wrap() {
  return (
    <>
      <ellipse cx="48" cy="70" rx="36" ry="7" className={styles.vessel} />
      <path d="M24 34q11-9 22 0v32q-11 6-22 0Z" className={styles.bread} />
      <path d="M50 40q11-9 22 0v26q-11 6-22 0Z" className={styles.bread} />
      <ellipse cx="35" cy="34" rx="11" ry="6" className={styles.food} />
      <ellipse cx="61" cy="40" rx="11" ry="6" className={styles.food} />
      <path d="M34 30c0-6 4-9 10-9 0 6-4 9-10 9Z" className={styles.garnish} />
    </>
  );
}
