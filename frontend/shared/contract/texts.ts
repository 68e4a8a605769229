/* Written by `make contract` from contract/schemas. */

/**
 * A page's title, at most 70 letters.
 */
export type Title = string;
/**
 * What a picture shows, for those who do not see it, at most 200 letters.
 */
export type Alt = string;
/**
 * A page's sentence in search results, at most 200 letters.
 */
export type Description = string;
/**
 * A heading, at most 90 letters.
 */
export type Heading = string;
/**
 * A sentence or two, at most 400 letters.
 */
export type Text = string;
/**
 * A list of headings, each with its sentence.
 *
 * @minItems 1
 * @maxItems 8
 */
export type Points = {
  title: Heading;
  text: Text;
}[];
/**
 * A list of questions, each with its answer.
 *
 * @minItems 1
 * @maxItems 12
 */
export type Questions = {
  question: Heading;
  answer: Text;
}[];
/**
 * The ten names below the gallery's pictures.
 *
 * @minItems 10
 * @maxItems 10
 */
export type Featured = Heading[];

/**
 * What the pages say, by screen. Every field is optional: one that is left out has the shipped words, which contract/texts.json lists. Filled in are {name}, {town}, {location}, {radius}, {categories}, {combo_price}, {min_days} and {max_days}.
 */
export interface Texts {
  /**
   * The pages' titles, without the shop's name.
   */
  titles?: {
    landing?: Title;
    birthday?: Title;
    birthdayPage?: Title;
    corporate?: Title;
    corporatePage?: Title;
    family?: Title;
    familyPage?: Title;
    platters?: Title;
    partyPlattersPage?: Title;
    vegMeal?: Title;
    nonVegMeal?: Title;
    mealTray?: Title;
    mealSubscription?: Title;
    combos?: Title;
    customerChoice?: Title;
    healthPlans?: Title;
    nutrition?: Title;
  };
  /**
   * What every page carries.
   */
  everyPage?: {
    shareAlt?: Alt;
  };
  /**
   * The first page.
   */
  landing?: {
    description?: Description;
    heroHeading?: Heading;
    heroLead?: Text;
    heroAlt?: Alt;
    eventsHeading?: Heading;
    eventsText?: Text;
    birthdaySubtitle?: Heading;
    birthdayText?: Text;
    corporateSubtitle?: Heading;
    corporateText?: Text;
    familySubtitle?: Heading;
    familyText?: Text;
    plattersSubtitle?: Heading;
    plattersText?: Text;
    mealsHeading?: Heading;
    mealsText?: Text;
    vegText?: Text;
    nonVegText?: Text;
    trayText?: Text;
    whyAlt?: Alt;
    wellnessHeading?: Heading;
    wellnessText?: Text;
    mealsOffer?: Heading;
    mealsOfferText?: Text;
    plansOffer?: Heading;
    plansOfferText?: Text;
    guidanceOffer?: Heading;
    guidanceOfferText?: Text;
    snackingOffer?: Heading;
    snackingOfferText?: Text;
    corporateAlt?: Alt;
  };
  /**
   * Birthdays.
   */
  birthday?: {
    description?: Description;
    heading?: Heading;
    text?: Text;
    sceneAlt?: Alt;
    promoHeading?: Heading;
    promoText?: Text;
  };
  /**
   * Birthdays: menus, booking and answers.
   */
  birthdayPage?: {
    description?: Description;
    heading?: Heading;
    lead?: Text;
    menusLead?: Text;
    steps?: Points;
    guestsHeading?: Heading;
    guestsText?: Text;
    questions?: Questions;
  };
  /**
   * Corporate events.
   */
  corporate?: {
    description?: Description;
    heading?: Heading;
    text?: Text;
    sceneAlt?: Alt;
    promoHeading?: Heading;
    promoText?: Text;
    points?: Points;
  };
  /**
   * Corporate events: menus, booking and answers.
   */
  corporatePage?: {
    description?: Description;
    heading?: Heading;
    lead?: Text;
    menusLead?: Text;
    steps?: Points;
    guestsHeading?: Heading;
    guestsText?: Text;
    questions?: Questions;
  };
  /**
   * Family gatherings.
   */
  family?: {
    description?: Description;
    heading?: Heading;
    text?: Text;
    sceneAlt?: Alt;
    promoHeading?: Heading;
    promoText?: Text;
  };
  /**
   * Family gatherings: menus, booking and answers.
   */
  familyPage?: {
    description?: Description;
    heading?: Heading;
    lead?: Text;
    menusLead?: Text;
    steps?: Points;
    guestsHeading?: Heading;
    guestsText?: Text;
    questions?: Questions;
  };
  /**
   * Party platters.
   */
  platters?: {
    description?: Description;
    heading?: Heading;
    text?: Text;
    sceneAlt?: Alt;
    promoHeading?: Heading;
    promoText?: Text;
  };
  /**
   * Party platters: menus, booking and answers.
   */
  partyPlattersPage?: {
    description?: Description;
    heading?: Heading;
    lead?: Text;
    menusLead?: Text;
    steps?: Points;
    guestsHeading?: Heading;
    guestsText?: Text;
    questions?: Questions;
  };
  /**
   * The meal page.
   */
  mealSubscription?: {
    description?: Description;
    slide1Alt?: Alt;
    slide2Alt?: Alt;
    slide3Alt?: Alt;
    individualText?: Text;
    combosText?: Text;
    trayText?: Text;
    weightText?: Text;
    traySpotlight?: Heading;
    traySpotlightText?: Text;
    traySpotlightAlt?: Alt;
    plansSpotlight?: Heading;
    plansSpotlightText?: Text;
    plansSpotlightAlt?: Alt;
    featuredRecipes?: Featured;
    corporateAlt?: Alt;
  };
  /**
   * The veg menu.
   */
  vegMeal?: {
    description?: Description;
  };
  /**
   * The non-veg menu.
   */
  nonVegMeal?: {
    description?: Description;
  };
  /**
   * The meal tray menu.
   */
  mealTray?: {
    description?: Description;
  };
  /**
   * The combos.
   */
  combos?: {
    description?: Description;
  };
  /**
   * The own plan.
   */
  customerChoice?: {
    description?: Description;
  };
  /**
   * The health plans.
   */
  healthPlans?: {
    description?: Description;
    heading?: Heading;
    lead?: Text;
  };
  /**
   * The nutrition page.
   */
  nutrition?: {
    description?: Description;
    heading?: Heading;
    lead?: Text;
    energyText?: Text;
    immuneText?: Text;
    clarityText?: Text;
    preventionText?: Text;
  };
}
