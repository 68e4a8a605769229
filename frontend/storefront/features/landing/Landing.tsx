import { EventCards } from "./EventCards";
import { FeatureCards } from "./FeatureCards";
import { Hero } from "./Hero";
import { MealWays } from "./MealWays";
import { Wellness } from "./Wellness";
import { WhyChooseUs } from "./WhyChooseUs";

/** The event landing page (specification, section 2), with the ways to order meals. */
export function Landing() {
  return (
    <>
      <Hero />
      <FeatureCards />
      <EventCards />
      <MealWays />
      <WhyChooseUs />
      <Wellness />
    </>
  );
}
