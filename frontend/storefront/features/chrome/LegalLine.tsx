import { site } from "~/shared/lib/site";
import { shopPages } from "~/storefront/paths";
import styles from "./SiteFooter.module.css";

interface Legal {
  fssaiLicence: string | null;
  /** "licence" or "registration"; an own site.json may leave it out. */
  fssaiKind?: string;
  legalName: string | null;
  grievanceContact: string | null;
}

/** What the law may ask a food business to show, each item only when it is configured; and its terms. */
export function LegalLine({ legal = site.legal }: { legal?: Legal }) {
  const kind = legal.fssaiKind === "registration" ? "Registration" : "Licence";
  const items = [
    legal.legalName,
    legal.fssaiLicence && `FSSAI ${kind} No. ${legal.fssaiLicence}`,
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
