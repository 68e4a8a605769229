import { freeDeliveryKm } from "~/shared/catalogue/place";
import { LinkButton } from "~/shared/ui/Button";
import { CheckIcon } from "~/shared/ui/icons";
import { Picture } from "~/shared/ui/Picture";
import { paths } from "~/storefront/paths";
import { HeroText } from "~/storefront/product/HeroText";
import { pictures, texts } from "./content";
import styles from "./Hero.module.css";

/** Keeps words with a hyphen on one line. */
function withWholeWords(text: string) {
  return text.split(/(\S+-\S+)/).map((part, index) =>
    index % 2 ? (
      <span key={part} className={styles.whole}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** The banner: what we are in one line, and the two things to do here. */
export function Hero() {
  return (
    <section className={styles.hero}>
      <Picture
        picture={pictures.hero}
        className={styles.picture}
        sizes="(min-width: 60rem) 78vw, 142vw"
        loading="first"
        alt={texts.heroAlt}
      />
      <div className={styles.inside}>
        <HeroText
          className={styles.text}
          heading={withWholeWords(texts.heroHeading)}
          lead={texts.heroLead}
          actions={
            <>
              <LinkButton to={paths.mealSubscription()} size="lg">
                Order meals
              </LinkButton>
              <LinkButton href="#events" size="lg" variant="secondary">
                Plan an event
              </LinkButton>
            </>
          }
        >
          <p className={styles.note}>
            <CheckIcon size={20} />
            {`Free delivery within ${freeDeliveryKm} km`}
          </p>
        </HeroText>
      </div>
    </section>
  );
}
