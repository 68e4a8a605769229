import type { ComponentType } from "react";
import { Link } from "react-router";
import { type FssaiNumber, fssaiLine } from "~/shared/lib/fssaiLine";
import { site } from "~/shared/lib/site";
import {
  FacebookIcon,
  type IconProps,
  InstagramIcon,
  LinkedInIcon,
  MailIcon,
  PhoneIcon,
  PinIcon,
  XIcon,
  YouTubeIcon,
} from "~/shared/ui/icons";
import { paths, shopPages } from "~/storefront/paths";
import { isOffered } from "~/storefront/product/isOffered";
import { eventLinks } from "./eventLinks";
import { Logo } from "./Logo";
import styles from "./SiteFooter.module.css";
import socialLinksStyles from "./SocialLinks.module.css";

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
      <ul>
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

interface Legal extends FssaiNumber {
  legalName: string | null;
  grievanceContact: string | null;
}

/** Legally required details of a food business, each only when configured, and the terms. */
export function LegalLine({ legal = site.legal }: { legal?: Legal }) {
  const items = [
    legal.legalName,
    fssaiLine(legal),
    legal.grievanceContact && `Grievance contact: ${legal.grievanceContact}`,
  ].filter((item) => item !== null && item !== "");
  return (
    <ul className={styles.legal}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
      <li>
        <a href={shopPages.terms}>Terms</a>
      </li>
      <li>
        <a href={shopPages.privacy}>Privacy</a>
      </li>
    </ul>
  );
}

const icons: Record<string, ComponentType<IconProps>> = {
  Facebook: FacebookIcon,
  Instagram: InstagramIcon,
  YouTube: YouTubeIcon,
  X: XIcon,
  LinkedIn: LinkedInIcon,
};

/** The five social links; a network without an icon of ours shows its name. */
function SocialLinks() {
  return (
    <ul className={socialLinksStyles.list}>
      {site.social.links.map(({ network, url }) => {
        const NetworkIcon = icons[network];
        const label = `${site.brand.name} on ${network} (opens in a new tab)`;
        return (
          <li key={network}>
            <a
              className={socialLinksStyles.link}
              href={url}
              target="_blank"
              rel="noopener"
              aria-label={label}
            >
              {NetworkIcon ? <NetworkIcon size={22} /> : network}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
