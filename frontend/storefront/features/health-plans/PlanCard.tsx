import { useId } from "react";
import { type HealthPlan, NUTRITION_PLAN_ID } from "~/shared/catalogue/healthPlans";
import { Button, LinkButton } from "~/shared/ui/Button";
import { ChevronIcon } from "~/shared/ui/icons";
import { Picture } from "~/shared/ui/Picture";
import { paths } from "~/storefront/paths";
import { DoctorList } from "./DoctorList";
import styles from "./PlanCard.module.css";
import { planPictures } from "./pictures";

export interface PlanCardProps {
  plan: HealthPlan;
  /** Its picture is the largest thing to be seen when the page opens. */
  first: boolean;
  open: boolean;
  onToggle: () => void;
  onBook: (doctorName: string) => void;
}

/** One plan; opened, what it is and who can be booked. On wide screens that unfolds below the whole row. */
export function PlanCard({ plan, first, open, onToggle, onBook }: PlanCardProps) {
  const id = useId();
  const picture = planPictures[plan.image];
  return (
    <li className={styles.plan}>
      <div className={styles.card} data-open={open || undefined}>
        {picture && (
          <Picture
            picture={picture}
            className={styles.picture}
            sizes="(min-width: 60rem) 26rem, 92vw"
            loading={first ? "first" : "lazy"}
            alt=""
          />
        )}
        <h2 id={`${id}-title`} className={styles.title}>
          {plan.title}
        </h2>
        <div className={styles.ways}>
          <Button
            variant="secondary"
            onClick={onToggle}
            aria-expanded={open}
            aria-controls={open ? `${id}-panel` : undefined}
            aria-describedby={`${id}-title`}
          >
            {open ? "Hide Doctors" : "View Doctors"}
            <ChevronIcon size={20} />
          </Button>
          {plan.id === NUTRITION_PLAN_ID && (
            <LinkButton to={paths.nutrition()} variant="quiet">
              Nutrition form
            </LinkButton>
          )}
        </div>
      </div>
      {open && (
        <section id={`${id}-panel`} aria-labelledby={`${id}-title`} className={styles.panel}>
          <p className={styles.description}>{plan.description}</p>
          <DoctorList onBook={onBook} />
        </section>
      )}
    </li>
  );
}
