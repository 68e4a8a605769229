import { Link } from "react-router";
import { site } from "~/shared/lib/site";
import { MailIcon, PhoneIcon, PinIcon } from "~/shared/ui/icons";
import { paths } from "~/storefront/paths";
import { isOffered } from "~/storefront/product/isOffered";
import { eventLinks } from "./eventLinks";
import { LegalLine } from "./LegalLine";
import { Logo } from "./Logo";
import styles from "./SiteFooter.module.css";
import { SocialLinks } from "./SocialLinks";

const mealLinks = [
  { label: "Meal Subscription", to: paths.mealSubscription() },
  { label: "Veg meals", to: paths.vegMeal() },
  { label: "Non-veg meals", to: paths.nonVegMeal() },
  { label: "Meal tray", to: paths.mealTray() },
].filter(({ to }) => isOffered(to));

const planLinks = [
  { label: "Weekly & monthly combos", to: paths.combos() },
  { label: "Build your own plan", to: paths.customerChoice() },
  { label: "Health plans", to: paths.healthPlans() },
  { label: "Nutrition", to: paths.nutrition() },
];

function LinkList({ title, links }: { title: string; links: readonly { label: string; to: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.links}>
        {links.map((link) => (
          <li key={link.to}>
            <Link className={styles.link} to={link.to}>
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The shared footer (specification, section 2). */
export function SiteFooter() {
  const { phone, email, location } = site.contact;
  const [mailbox, domain] = email.split("@");
  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <div className={styles.brand}>
          <Logo />
          <p className={styles.tagline}>{site.brand.tagline}</p>
          <SocialLinks />
          <LegalLine />
        </div>
        <LinkList title="Meals" links={mealLinks} />
        <LinkList title="Plans" links={planLinks} />
        <LinkList title="Events" links={eventLinks} />
        <div className={styles.contact}>
          <h2 className={styles.heading}>Find us</h2>
          <address>
            <p className={styles.line}>
              <PinIcon size={20} />
              {location}
            </p>
            <a className={styles.line} href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
              <PhoneIcon size={20} />
              {phone}
            </a>
            <a className={styles.line} href={`mailto:${email}`}>
              <MailIcon size={20} />
              <span>
                {mailbox}@<wbr />
                {domain}
              </span>
            </a>
          </address>
        </div>
        <iframe
          className={styles.map}
          src={site.map.embedUrl}
          title={`Map: ${site.map.query}`}
          height="150"
          loading="lazy"
          referrerPolicy="no-referrer-when-downgrade"
        />
      </div>
    </footer>
  );
}
