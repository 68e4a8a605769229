import { DeferredContent } from "~/shared/ui/DeferredContent";
import { Hero } from "./hero/Hero";
import { WeeklyMenuSection } from "./menu/WeeklyMenuSection";
import { OrderNow } from "./order-now/OrderNow";
import { CorporateSection } from "./sections/CorporateSection";
import { FeaturedRecipes } from "./sections/FeaturedRecipes";
import { PlanDurations } from "./sections/PlanDurations";
import { Spotlights } from "./sections/Spotlights";

/** The meal subscription page and home of the meal area (specification, section 2). */
export function MealHome() {
  return (
    <>
      <Hero />
      <OrderNow />
      <DeferredContent>
        <Spotlights />
        <FeaturedRecipes />
        <PlanDurations />
        <WeeklyMenuSection />
        <CorporateSection />
      </DeferredContent>
    </>
  );
}
