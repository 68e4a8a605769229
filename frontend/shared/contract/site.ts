/* Written by `make contract` from contract/schemas. */

/**
 * True while the block holds sample data; set it to false with your own.
 */
export type Sample = boolean;
/**
 * A whole address: https://...
 */
export type Url = string;
/**
 * A time of day, as 07:30.
 */
export type Clock = string;

/**
 * The configuration of one shop. The shipped file is a complete sample; every block names whether it still is one.
 */
export interface Site {
  brand: {
    sample: Sample;
    /**
     * Name of the shop.
     */
    name: string;
    /**
     * The name in its own script.
     */
    nativeName: string;
    /**
     * One line beneath the name.
     */
    tagline: string;
    /**
     * What search engines read of the kitchen; left out: Indian, South Indian, Healthy.
     *
     * @minItems 1
     * @maxItems 8
     */
    cuisines?: string[];
  };
  /**
   * Where the shop cooks and how far it delivers. Without it: see each field's default.
   */
  place?: {
    /**
     * The town's name in titles and sentences; left out: what stands before the colon of contact.location.
     */
    town?: string;
    /**
     * Delivery is free up to this many kilometres; left out: that of rules.json.
     */
    freeDeliveryKm?: number;
    /**
     * The first three digits of the town's PIN codes, as people write "Chennai - 90"; left out: 600 in Chennai, elsewhere none.
     */
    pinPrefix?: string;
    /**
     * A quarter of the town, as an example in forms; left out: the first one of contact.location.
     */
    areaExample?: string;
  };
  /**
   * The storefront's colours; each that is left out is as shipped. Their contrast is checked (WCAG 2, AA).
   */
  colours?: {
    /**
     * Buttons, as #c5301a.
     */
    accent?: string;
    /**
     * Header, footer, links and ticks, as #1f5b36.
     */
    brand?: string;
    /**
     * Text, as #16301f.
     */
    ink?: string;
    /**
     * The pages' ground, as #fffaf2.
     */
    ground?: string;
  };
  contact: {
    sample: Sample;
    /**
     * As shown, with the country code: +91 44 0000 0000.
     */
    phone: string;
    /**
     * Support e-mail.
     */
    email: string;
    /**
     * Number of the messaging app: digits only, with the country code.
     */
    chatNumber: string;
    /**
     * Where the shop is, as the footer says it.
     */
    location: string;
  };
  origin: {
    sample: Sample;
    /**
     * Public address of the site: scheme and host, no path.
     */
    url: string;
  };
  map: {
    sample: Sample;
    /**
     * Place the map shows.
     */
    query: string;
    /**
     * Address of the embedded map.
     */
    embedUrl: string;
  };
  social: {
    sample: Sample;
    /**
     * @maxItems 5
     */
    links: {
      /**
       * Name of the network.
       */
      network: string;
      url: Url;
    }[];
  };
  externalLinks: {
    sample: Sample;
    /**
     * @minItems 1
     * @maxItems 6
     */
    links: {
      /**
       * What the link says; no two say the same.
       */
      label: string;
      url: Url;
    }[];
  };
  /**
   * The doctors whose appointments can be booked, under every health plan.
   */
  doctors: {
    sample: Sample;
    /**
     * @minItems 1
     * @maxItems 12
     *
     * Items: A name behind "Dr. ".
     */
    names: string[];
  };
  legal: {
    /**
     * FSSAI licence or registration number, 14 digits; absent from the footer while null.
     */
    fssaiLicence: string | null;
    /**
     * What the number is: a small shop has a registration, a larger one a licence.
     */
    fssaiKind?: "licence" | "registration";
    /**
     * Registered name of the business; absent while null.
     */
    legalName: string | null;
    /**
     * Whom to turn to with a complaint; absent while null.
     */
    grievanceContact: string | null;
  };
  /**
   * When the shop calls its customers, and when it delivers each meal. Without it: see each field's default.
   */
  hours?: {
    sample: Sample;
    /**
     * When a person calls about a request, as it ends the sentence "We will call you ...".
     */
    calls?: string;
    /**
     * From when to when each meal is delivered; a customer who asks for another time is told so, and not refused.
     */
    meals?: {
      breakfast?: MealHours;
      lunch?: MealHours1;
      dinner?: MealHours2;
    };
  };
  /**
   * How customers can pay what the staff have agreed with them; nothing on the storefront.
   */
  payment?: {
    /**
     * The shop's UPI id, for payment links and their QR codes; neither is shown while null.
     */
    upiId: string | null;
  };
  /**
   * Text that a chat opens with.
   */
  chatGreetings: {
    /**
     * From the header.
     */
    general: string;
    /**
     * From the veg menu.
     */
    veg: string;
    /**
     * From the non-veg menu.
     */
    nonveg: string;
    /**
     * From the meal tray menu.
     */
    tray: string;
    /**
     * From elsewhere; {matter} is what the page is about, such as "a birthday celebration" or "my order OT-7K2M9QX". Left out: Hi, your name, about {matter}:
     */
    about?: string;
  };
}
export interface MealHours {
  from: Clock;
  /**
   * A time of day, as 07:30.
   */
  to: string;
}
export interface MealHours1 {
  from: Clock;
  /**
   * A time of day, as 07:30.
   */
  to: string;
}
export interface MealHours2 {
  from: Clock;
  /**
   * A time of day, as 07:30.
   */
  to: string;
}
