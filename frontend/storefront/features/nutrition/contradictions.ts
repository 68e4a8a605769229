/** Contradictions within the free texts of an enquiry. In doubt a text passes: staff read every one. */

/** Words for one food, in English and in Tamil; the first one names it in a sentence. */
const FOODS: readonly (readonly string[])[] = [
  ["peanut", "groundnut", "verkadalai", "nilakadalai", "வேர்க்கடலை", "நிலக்கடலை"],
  ["almond", "badam", "பாதாம்"],
  ["cashew", "munthiri", "mundhiri", "முந்திரி"],
  ["pistachio", "pista", "பிஸ்தா"],
  ["walnut"],
  ["hazelnut"],
  ["milk", "dairy", "lactose", "curd", "yoghurt", "yogurt", "paneer", "பால்"],
  ["egg", "muttai", "முட்டை"],
  ["fish", "meen", "மீன்"],
  ["prawn", "shrimp", "eral", "iral", "இறால்"],
  ["crab", "nandu", "நண்டு"],
  ["wheat", "maida", "atta", "godhumai", "கோதுமை", "மைதா"],
  ["soy", "soya", "soybean", "tofu", "சோயா"],
  ["sesame", "gingelly", "எள்"],
  ["chicken", "kozhi", "கோழி"],
  ["mutton", "lamb"],
];

/** Words for several foods, by the first word of each. */
const GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  ["nut", ["peanut", "almond", "cashew", "pistachio", "walnut", "hazelnut"]],
  ["seafood", ["fish", "prawn", "crab"]],
  ["shellfish", ["prawn", "crab"]],
  ["gluten", ["wheat"]],
]);
/** Their "milk" is not a dairy product. */
const PLANTS = /^(?:almond|cashew|soya?|oat|coconut|peanut|nut|vegan)$/;
const NO_VEGETARIAN_EATS = ["fish", "prawn", "crab", "chicken", "mutton"];

const DENIALS = ["no", "not", "non", "none", "never", "without"];
const NEGATIONS = [...DENIALS, "avoid", "hate", "dislike", "cannot"];
const NEGATED_VERB = /^(?:do|can)n['’]?t$/;
const CLAUSE_END = /[,.;:!?\n()]+|\b(?:but|and|except|only)\b/i;
const NO_ALLERGY =
  /^(?:(?:i|we) )?(?:have )?(?:none|nil|nothing|(?:no|not any|without)(?: known| food)* allerg\w+|(?:i am |i['’]m )?not allergic)(?: known| at all| to anything)?$/;
/** Only as the whole answer: "No, nuts are fine" says nothing about other foods. */
const BARE_NO = /^(?:no|nope|na|n a)$/;

interface Texts {
  readonly dietaryGoal: string;
  readonly allergies: string;
  readonly preferredFoods: string;
}

type Clause = readonly string[];

/** For each field the error if it contradicts itself or a field before it, else undefined. */
export function contradictions({ dietaryGoal, allergies, preferredFoods }: Texts) {
  const clauses = clausesOf(allergies);
  const isAllergic = (clause: Clause) => !(isNegated(clause) && /allerg/.test(clause.join(" ")));
  const avoided = clauses.filter(isAllergic).flatMap(foodsIn);
  const [denied] = deniesAllergies(clauses) ? wanted(clauses) : [];
  const saysNone = deniesAllergies(clauses) || BARE_NO.test(clauses.flat().join(" "));
  const liked = wanted(clausesOf(preferredFoods).filter((clause) => !namesAllergy(clause)));
  const both = liked.find((food) => avoided.includes(food));
  const isVegetarian = clausesOf(dietaryGoal).some(
    (clause) => !isNegated(clause) && /\b(?:vegetarian|vegan|pure veg)\b/.test(clause.join(" ")),
  );
  const meat = isVegetarian && liked.find((food) => NO_VEGETARIAN_EATS.includes(food));
  return {
    allergies: denied
      ? `This says no allergies, and ${denied}. Please leave one of the two out.`
      : saysNone && mentionsAllergy(dietaryGoal)
        ? "Your goal mentions an allergy, and this says none. Please change one of the two."
        : undefined,
    preferredFoods: both
      ? `You are allergic to ${both}, and would like it here. Please change one of the two.`
      : meat
        ? `Your goal says vegetarian, and this says ${meat}. Please change one of the two.`
        : saysNone && mentionsAllergy(preferredFoods)
          ? "Allergies says none, and this mentions one. Please change one of the two."
          : undefined,
  };
}

function deniesAllergies(clauses: readonly Clause[]): boolean {
  return clauses.some((clause) => NO_ALLERGY.test(clause.join(" ")));
}

/** Whether a text speaks of an allergy or intolerance, and does not deny having one. */
function mentionsAllergy(text: string): boolean {
  const clauses = clausesOf(text);
  const denies = (clause: Clause) => clause.some((word) => DENIALS.includes(word) || NEGATED_VERB.test(word));
  return clauses.some((clause) => namesAllergy(clause) && !denies(clause)) && !deniesAllergies(clauses);
}

function namesAllergy(clause: Clause): boolean {
  return clause.some((word, at) => /^(?:allerg|intoleran)/.test(word) && clause[at + 1] !== "free");
}

/** The words of each clause, in small letters. */
function clausesOf(text: string): Clause[] {
  const words = /[\p{L}\p{M}'’]+/gu;
  return text
    .normalize("NFC")
    .split(CLAUSE_END)
    .map((clause) => clause.toLowerCase().match(words) ?? []);
}

function isNegated(clause: Clause): boolean {
  return clause.some((word) => NEGATIONS.includes(word) || NEGATED_VERB.test(word));
}

/** The foods of clauses that negate nothing. */
function wanted(clauses: readonly Clause[]): string[] {
  return clauses.filter((clause) => !isNegated(clause)).flatMap(foodsIn);
}

function foodsIn(clause: Clause): string[] {
  return clause.flatMap((word, at) => {
    const isOfPlants = at > 0 && PLANTS.test(clause[at - 1] ?? "");
    const found = clause[at + 1] === "free" ? [] : foodsNamed(word);
    return isOfPlants ? found.filter((food) => food !== "milk") : found;
  });
}

/** The foods that a word names, in the singular or the plural. */
function foodsNamed(word: string): readonly string[] {
  const forms = [word, word.replace(/s$/, ""), word.replace(/es$/, "")];
  const group = forms.find((form) => GROUPS.has(form));
  if (group) return GROUPS.get(group) ?? [];
  return FOODS.filter((names) => names.some((name) => forms.includes(name))).map(([name = ""]) => name);
}
