import { useState } from "react";
import { useNavigate } from "react-router";
import { Button, LinkButton } from "~/shared/ui/Button";
import { paths } from "~/storefront/paths";
import { DeliveryNote } from "~/storefront/product/DeliveryNote";
import { PlanChoices } from "~/storefront/product/PlanNotes";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import { scrollToTop } from "../scrollToTop";
import { CategoryCard } from "./CategoryCard";
import { INDIVIDUAL_ITEMS, mealCategories } from "./mealCategories";
import styles from "./OrderNow.module.css";
import { PreferenceModal } from "./PreferenceModal";

/** "Order Now": the four ways to order (specification, section 2). */
export function OrderNow() {
  const navigate = useNavigate();
  const [choosing, setChoosing] = useState(false);

  function choose(path: string): void {
    setChoosing(false);
    void navigate(path);
    scrollToTop();
  }

  return (
    <section id="order-now" aria-labelledby="order-now-title" className={styles.section}>
      <div className={styles.head}>
        <h2 id="order-now-title">Order Now</h2>
        <DeliveryNote />
        <WithoutScript what="Choosing items" />
      </div>
      <ul className={styles.cards}>
        <CategoryCard category={INDIVIDUAL_ITEMS}>
          <Button block onClick={() => setChoosing(true)}>
            {INDIVIDUAL_ITEMS.buttonText}
          </Button>
        </CategoryCard>
        {mealCategories.map((category) => (
          <CategoryCard key={category.id} category={category}>
            <LinkButton block to={category.path} onClick={scrollToTop}>
              {category.buttonText}
            </LinkButton>
          </CategoryCard>
        ))}
      </ul>
      <p className={styles.own}>
        Would you rather pick every breakfast, lunch and dinner yourself?{" "}
        <LinkButton to={paths.customerChoice()} variant="secondary">
          Build your own plan
        </LinkButton>
      </p>
      <p className={styles.compare}>Combos, weekly menu or your own plan?</p>
      <PlanChoices weeklyMenu="#weekly-menu" />
      <PreferenceModal open={choosing} onClose={() => setChoosing(false)} onNavigate={choose} />
    </section>
  );
}
