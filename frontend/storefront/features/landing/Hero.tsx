import { LinkButton } from "~/shared/ui/Button";
import { CheckIcon } from "~/shared/ui/icons/CheckIcon";
import { Picture } from "~/shared/ui/Picture";
import { paths } from "~/storefront/paths";
import { HeroText } from "~/storefront/product/HeroText";
import styles from "./Hero.module.css";
import { pictures } from "./pictures";

/** The banner: what we are in one line, and the two things to do here. */
export function Hero() {
  return (
    <section className={styles.hero}>
      <Picture
        picture={pictures.hero}
        className={styles.picture}
        sizes="(min-width: 60rem) 78vw, 142vw"
        loading="first"
        alt="A table with an acai bowl, a paneer salad, a chicken rice bowl and fresh smoothies"
      />
      <div className={styles.inside}>
        <HeroText
          className={styles.text}
          heading={
            <>
              <span className={styles.whole}>Protein-packed</span> plates for weekdays and big days
            </>
          }
          lead="Salads, rice bowls, wraps and smoothies for your everyday meals, and full tables for birthdays, offices and families in Chennai."
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
            Free delivery within 5 km
          </p>
        </HeroText>
      </div>
    </section>
  );
}
