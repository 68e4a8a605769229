import rules from "@contract/rules.json";
import own from "@contract/texts.json";
import shipped from "@shipped/texts.json";
import { freeDeliveryKm, town } from "~/shared/catalogue/place";
import { vegMenu } from "~/shared/catalogue/veg";
import { site } from "~/shared/lib/site";

type ShippedTexts = Omit<typeof shipped, "$schema">;
type OwnTexts = { readonly [Screen in keyof ShippedTexts]?: Partial<ShippedTexts[Screen]> };

/** What braces stand for; backend/oottam/catalogue/page_texts.py refuses others. */
const placeholders: Readonly<Record<string, string | number>> = {
  name: site.brand.name,
  town,
  location: site.contact.location,
  radius: freeDeliveryKm,
  categories: vegMenu.categories.length,
  combo_price: rules.combos.itemPrice,
  min_days: rules.days.min,
  max_days: rules.days.max,
};

function filled<T>(value: T): T {
  const text = JSON.stringify(value, (_, part) =>
    typeof part === "string"
      ? part.replace(/\{(\w+)\}/g, (whole, name) => String(placeholders[name] ?? whole))
      : part,
  );
  return JSON.parse(text);
}

/**
 * What a screen says: the shop's own words (texts.json), else the shipped ones. Only for modules of content
 * (scripts/content.ts), so that a page carries its own screen's words alone.
 */
export function textsOf<Screen extends keyof ShippedTexts>(
  screen: Screen,
  changed: OwnTexts | undefined = own,
): ShippedTexts[Screen] {
  return filled({ ...shipped[screen], ...changed?.[screen] });
}
