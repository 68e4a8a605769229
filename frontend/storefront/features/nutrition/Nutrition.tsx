import { useId } from "react";
import { chatLink } from "~/shared/lib/chatLink";
import { classNames } from "~/shared/lib/classNames";
import { site } from "~/shared/lib/site";
import { TextArea, TextField } from "~/shared/ui/Field";
import fields from "~/shared/ui/Field.module.css";
import { FormMessage } from "~/shared/ui/FormMessage";
import { EmailField } from "~/shared/ui/PersonFields";
import { SquarePicture } from "~/shared/ui/SquarePicture";
import { FailureNote } from "~/storefront/product/FailureNote";
import { NextStep, SubmitButton } from "~/storefront/product/SubmitButton";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import { pictures, texts } from "./content";
import styles from "./Nutrition.module.css";
import { useNutritionForm } from "./useNutritionForm";

interface NutritionBox {
  readonly title: string;
  readonly text: string;
  readonly dish: keyof typeof pictures;
}

/** The four cards of the intro (specification, section 2). They describe food and make no health claims. */
const nutritionBoxes: readonly NutritionBox[] = [
  {
    title: "Energy & Strength",
    text: texts.energyText,
    dish: "lemon-millet-bowl",
  },
  {
    title: "Immune Support",
    text: texts.immuneText,
    dish: "green-booster",
  },
  {
    title: "Mental Clarity",
    text: texts.clarityText,
    dish: "overnight-oats",
  },
  {
    title: "Disease Prevention",
    text: texts.preventionText,
    dish: "sprouts-salad",
  },
];

export const { description } = texts;

/** Intro with four boxes, then the form (specification, section 2 "Nutrition screen"). */
export default function Nutrition() {
  return (
    <div className={styles.screen}>
      <header className={styles.intro}>
        <h1>{texts.heading}</h1>
        <p className={styles.lead}>{texts.lead}</p>
      </header>
      <ul className={styles.boxes}>
        {nutritionBoxes.map(({ title, text, dish }) => (
          <li key={title} className={styles.box}>
            <div className={styles.picture}>
              <SquarePicture
                picture={pictures[dish]}
                sizes="(min-width: 60rem) 18rem, 36vw"
                eager
                className={styles.image}
              />
            </div>
            <h2 className={styles.title}>{title}</h2>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ul>
      <WithoutScript what="This form" topic={{ about: "a nutrition enquiry" }} />
      <NutritionForm />
    </div>
  );
}

/** Suggestions for the dietary goal; any text is allowed. */
const GOALS = [
  "More protein in my day",
  "Gain weight",
  "Lose weight",
  "Regular meals on workdays",
  "More vegetables and millets",
];

/**
 * `noValidate`, because missing fields have a message of their own. Fields about health have `autoComplete="off"`, so
 * that the browser does not store them either.
 */
export function NutritionForm() {
  const { field, errors, message, hold, failure, sending, onSubmit } = useNutritionForm();
  const headingId = useId();
  const goalsId = useId();
  return (
    // Before hydration, method "dialog" sends nothing; "get" would put the values into the URL.
    <form
      method="post"
      noValidate
      aria-labelledby={headingId}
      className={classNames(fields.card, styles.form)}
      onSubmit={onSubmit}
    >
      <h2 id={headingId} className={fields.wide}>
        Personalized Nutrition Form
      </h2>
      <TextField label="Name" {...field("name")} autoComplete="name" enterKeyHint="next" />
      <TextField
        label="Age"
        {...field("age")}
        autoComplete="off"
        type="number"
        min={1}
        max={120}
        step={1}
        inputMode="numeric"
        enterKeyHint="next"
      />
      <EmailField {...field("email")} />
      <TextField
        label="Dietary Goal"
        {...field("dietaryGoal")}
        list={goalsId}
        autoComplete="off"
        hint="Choose one, or use your own words."
        enterKeyHint="next"
      />
      <datalist id={goalsId}>
        {GOALS.map((goal) => (
          <option key={goal} value={goal} />
        ))}
      </datalist>
      <TextArea
        label="Allergies"
        {...field("allergies")}
        customError={errors.allergies}
        autoComplete="off"
        rows={2}
        optionalMark
      />
      <TextArea
        label="Preferred Foods"
        {...field("preferredFoods")}
        customError={errors.preferredFoods}
        autoComplete="off"
        rows={2}
        optionalMark
      />
      <div className={fields.wide}>
        <SubmitButton size="lg" block busy={sending}>
          {sending ? "Sending..." : "Send Form"}
        </SubmitButton>
        <NextStep kind="nutrition" className={styles.next} />
      </div>
      <FailureNote failure={failure} action={<RetryHint />} />
      <FormMessage message={message} hold={hold} onEdge />
    </form>
  );
}

/** What to do after a failure: the form empties itself after each attempt (specification, section 4). */
function RetryHint() {
  const { phone } = site.contact;
  return (
    <>
      The form empties itself after every attempt: please fill it in once more, call{" "}
      <a className={styles.phone} href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
        {phone}
      </a>
      , or{" "}
      <a href={chatLink({ about: "a nutrition enquiry" })} target="_blank" rel="noopener">
        chat with us
      </a>
      .
    </>
  );
}
