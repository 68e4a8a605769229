import { useId } from "react";
import { type HealthPlan, NUTRITION_PLAN_ID } from "~/catalogue/healthPlans";
import { planPictures } from "~/catalogue/planPictures.data";
import { paths } from "~/routes/paths";
import { Button, LinkButton } from "~/ui/Button";
import { ChevronIcon } from "~/ui/icons/ChevronIcon";
import { Picture } from "~/ui/Picture";
import { DoctorList } from "./DoctorList";
import styles from "./PlanCard.module.css";

export interface PlanCardProps {
  plan: HealthPlan;
  open: boolean;
  onToggle: () => void;
  onBook: (doctorName: string) => void;
}

/** One plan; opened, what it is and who can be booked. On wide screens that unfolds below the whole row. */
export function PlanCard({ plan, open, onToggle, onBook }: PlanCardProps) {
  const id = useId();
  const picture = planPictures[plan.image];
  return (
    <li className={styles.plan}>
      <div className={styles.card} data-open={open || undefined}>
        {picture && (
          <Picture
            picture={picture}
            className={styles.picture}
            sizes="(min-width: 60rem) 26rem, 100vw"
            loading="eager"
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
            aria-controls={`${id}-panel`}
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
      <section id={`${id}-panel`} aria-labelledby={`${id}-title`} className={styles.panel} hidden={!open}>
        {open && (
          <>
            <p className={styles.description}>{plan.description}</p>
            <DoctorList onBook={onBook} />
          </>
        )}
      </section>
    </li>
  );
}
