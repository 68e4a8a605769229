import file from "@contract/site.json";

/** Left out: what single screens read (content.ts of the health plans and of the landing page). */
const { doctors, trust, ...everyPage }: typeof file & { readonly trust?: unknown } = file;

/** The cafe's own configuration: names, numbers, addresses and links (contract/site.json). */
export const site = everyPage;

/** A meal's delivery hours, 07:30 in IST. */
interface MealHours {
  readonly from: string;
  readonly to: string;
}

type MealTimes = Readonly<Record<"breakfast" | "lunch" | "dinner", MealHours>>;

/** A shop's own site.json may leave these out, or parts of them. */
const configured: { readonly calls?: string; readonly meals?: Partial<MealTimes> } | undefined = site.hours;
const chatGreetings: typeof site.chatGreetings & { readonly about?: string } = site.chatGreetings;

/** When staff call about a request; ends the sentence "We will call you ...". */
export const callHours: string = configured?.calls ?? "within working hours";

/** What a chat about {matter} opens with. */
export const greetingAbout: string = chatGreetings.about ?? `Hi ${site.brand.name}, about {matter}:`;

/** When each meal is delivered; the defaults are those that contract/schemas/site.schema.json states. */
export const mealHours: MealTimes = {
  breakfast: { from: "07:00", to: "10:30" },
  lunch: { from: "12:00", to: "15:00" },
  dinner: { from: "18:30", to: "21:30" },
  ...configured?.meals,
};
