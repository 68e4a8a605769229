import { site } from "~/shared/lib/site";
import { LinkButton } from "~/shared/ui/Button";
import { Carousel } from "~/shared/ui/carousel/Carousel";
import { Picture, type PictureSource } from "~/shared/ui/Picture";
import { pictures, texts } from "~/storefront/features/meal-home/content";
import { paths } from "~/storefront/paths";
import { HeroText } from "~/storefront/product/HeroText";
import styles from "./Hero.module.css";

/** A slide of the hero carousel (specification, section 3 "Meal slide"). */
interface MealSlide {
  readonly id: number;
  readonly image: PictureSource;
  readonly alt: string;
}

const mealSlides: readonly MealSlide[] = [
  {
    id: 1,
    image: pictures["slide-1"],
    alt: texts.slide1Alt,
  },
  {
    id: 2,
    image: pictures["slide-2"],
    alt: texts.slide2Alt,
  },
  {
    id: 3,
    image: pictures["slide-3"],
    alt: texts.slide3Alt,
  },
];

/** Autoplay interval (specification, section 9); the 1200 ms transition is in the style sheet. */
const AUTOPLAY_MS = 3000;

export function Hero() {
  return (
    <div className={styles.hero}>
      <div className={styles.inside}>
        <HeroText
          className={styles.text}
          heading="Beyond Just a Cafe"
          lead={site.brand.tagline}
          actions={
            <>
              <LinkButton href="#order-now" size="lg">
                Order Now
              </LinkButton>
              <LinkButton href="#weekly-menu" size="lg" variant="secondary">
                See the weekly menu
              </LinkButton>
            </>
          }
        >
          <LinkButton to={paths.customerChoice()} variant="quiet" className={styles.own}>
            Build your own plan
          </LinkButton>
        </HeroText>
        <Carousel
          label="From our kitchen"
          infinite
          autoplayMs={AUTOPLAY_MS}
          controls="below"
          className={styles.carousel}
          slides={mealSlides.map(({ id, image, alt }) => ({
            label: `Slide ${id} of ${mealSlides.length}`,
            content: (
              <Picture
                picture={image}
                className={styles.picture}
                sizes="(min-width: 60rem) 58rem, 123vw"
                loading={id === 1 ? "first" : "lazy"}
                alt={alt}
              />
            ),
          }))}
        />
      </div>
    </div>
  );
}
