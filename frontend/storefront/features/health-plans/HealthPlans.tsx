import { useState } from "react";
import { healthPlans } from "~/shared/catalogue/healthPlans";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import { BookingDialog } from "./BookingDialog";
import styles from "./HealthPlans.module.css";
import { PlanCard } from "./PlanCard";
import { texts } from "./texts";

/** Three plans, one open at a time, each with the doctors who can be booked (specification, section 2). */
export function HealthPlans() {
  const [openPlanId, setOpenPlanId] = useState<string | null>(null);
  const [doctorName, setDoctorName] = useState<string | null>(null);
  return (
    <div className={styles.screen}>
      <header className={styles.intro}>
        <h1>{texts.heading}</h1>
        <p className={styles.lead}>{texts.lead}</p>
        <WithoutScript what="Booking an appointment" topic={{ about: "a doctor’s appointment" }} />
      </header>
      <ul className={styles.plans}>
        {healthPlans.map((plan, index) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            first={index === 0}
            open={plan.id === openPlanId}
            onToggle={() => setOpenPlanId(plan.id === openPlanId ? null : plan.id)}
            onBook={setDoctorName}
          />
        ))}
      </ul>
      <BookingDialog doctorName={doctorName} onClose={() => setDoctorName(null)} />
    </div>
  );
}
