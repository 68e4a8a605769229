import { useId, useState } from "react";
import { type HealthPlan, healthPlans, NUTRITION_PLAN_ID } from "~/shared/catalogue/healthPlans";
import { classNames } from "~/shared/lib/classNames";
import { Button, LinkButton } from "~/shared/ui/Button";
import { Dialog } from "~/shared/ui/Dialog";
import { TextArea, TextField } from "~/shared/ui/Field";
import fields from "~/shared/ui/Field.module.css";
import { FormMessage } from "~/shared/ui/FormMessage";
import { ChevronIcon } from "~/shared/ui/icons";
import { EmailField, PhoneField } from "~/shared/ui/PersonFields";
import { Picture } from "~/shared/ui/Picture";
import { SquarePicture } from "~/shared/ui/SquarePicture";
import { paths } from "~/storefront/paths";
import { FailureNote } from "~/storefront/product/FailureNote";
import { NextStep, SubmitButton } from "~/storefront/product/SubmitButton";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import { type Doctor, doctors, planPictures, texts } from "./content";
import styles from "./HealthPlans.module.css";
import { useBooking } from "./useBooking";

export const { description } = texts;

/** Three plans, one open at a time, each with the doctors who can be booked (specification, section 2). */
export default function HealthPlans() {
  const [openPlanId, setOpenPlanId] = useState<string | null>(null);
  const [doctor, setDoctor] = useState<Doctor | null>(null);
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
            onBook={setDoctor}
          />
        ))}
      </ul>
      <BookingDialog doctor={doctor} onClose={() => setDoctor(null)} />
    </div>
  );
}

interface PlanCardProps {
  plan: HealthPlan;
  /** Its picture is the largest thing to be seen when the page opens. */
  first: boolean;
  open: boolean;
  onToggle: () => void;
  onBook: (doctor: Doctor) => void;
}

/** One plan. Opened, it shows what it is and who can be booked; on wide screens below the whole row. */
function PlanCard({ plan, first, open, onToggle, onBook }: PlanCardProps) {
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

/** The cafe's doctors, the same for each plan. */
export function DoctorList({
  onBook,
  list = doctors,
}: {
  onBook: (doctor: Doctor) => void;
  list?: readonly Doctor[];
}) {
  const id = useId();
  return (
    <ul className={styles.doctors}>
      {list.map((doctor, index) => (
        <li key={doctor.name} ref={index === 0 ? showFirst : undefined} className={styles.doctor}>
          {doctor.photo ? (
            <SquarePicture picture={doctor.photo} sizes="5rem" className={styles.photo} />
          ) : (
            <span className={styles.initials} aria-hidden="true">
              {initialsOf(doctor.name)}
            </span>
          )}
          <div>
            <h3 id={`${id}-${index}`} className={styles.name}>
              {doctor.name}
            </h3>
            {doctor.speciality && <p>{doctor.speciality}</p>}
          </div>
          <DoctorFacts doctor={doctor} />
          <Button onClick={() => onBook(doctor)} aria-describedby={`${id}-${index}`}>
            Book Appointment
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Brings the first doctor into view, who on wide screens unfolds below the whole row of plans. */
function showFirst(doctor: HTMLElement | null): void {
  doctor?.scrollIntoView({ block: "nearest" });
}

/** What the shop says about a doctor, if anything. */
function DoctorFacts({ doctor: { registration, years, languages, fee, times } }: { doctor: Doctor }) {
  const facts = [
    ["Registration", registration],
    ["Experience", years && `${years} ${years === 1 ? "year" : "years"}`],
    ["Languages", languages],
    ["Fee", fee],
    ["Times", times],
  ].filter(([, value]) => value);
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The first letters of a name without its title, "KR" for "Dr. Kavitha Raman". */
function initialsOf(name: string): string {
  const names = name.replace(/^Dr\.?\s+/i, "").split(/\s+/);
  return names.map((word) => word.charAt(0).toUpperCase()).join("");
}

interface BookingDialogProps {
  /** The doctor to be booked; null while the dialog is closed. */
  doctor: Doctor | null;
  onClose: () => void;
}

/** The content unmounts when the dialog closes, so each opening starts with empty fields. */
export function BookingDialog({ doctor, onClose }: BookingDialogProps) {
  const facts = [doctor?.fee, doctor?.times].filter(Boolean).join(" · ");
  return (
    <Dialog open={doctor !== null} onClose={onClose} title={`Book Appointment with ${doctor?.name ?? ""}`}>
      {facts && <p className={styles.terms}>{facts}</p>}
      {doctor && <BookingForm doctorName={doctor.name} onClose={onClose} />}
    </Dialog>
  );
}

interface BookingFormProps {
  doctorName: string;
  onClose: () => void;
}

/** The appointment form. `noValidate`, because missing fields have a message of their own. */
export function BookingForm({ doctorName, onClose }: BookingFormProps) {
  const { field, message, failure, phase, onSubmit } = useBooking(doctorName, onClose);
  const sending = phase === "sending";
  return (
    <form method="post" noValidate onSubmit={onSubmit}>
      <div className={styles.fields}>
        <TextField label="Name" {...field("name")} autoComplete="name" enterKeyHint="next" />
        <PhoneField {...field("phone")} />
        <div className={fields.wide}>
          <TextArea label="Address" {...field("address")} autoComplete="street-address" rows={2} />
        </div>
        <div className={fields.wide}>
          <EmailField {...field("email")} enterKeyHint="send" />
        </div>
      </div>
      <div className={styles.foot}>
        <div className={styles.answer}>
          <FormMessage message={message} />
        </div>
        <div className={styles.buttons}>
          <SubmitButton busy={sending} disabled={phase !== "idle"}>
            {sending ? "Booking..." : "Confirm Booking"}
          </SubmitButton>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </div>
        <NextStep kind="appointment" className={classNames(styles.next, message && styles.covered)} />
      </div>
      <FailureNote failure={failure} />
    </form>
  );
}
