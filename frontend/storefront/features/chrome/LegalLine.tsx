import { site } from "~/shared/lib/site";
import { shopPages } from "~/storefront/paths";
import styles from "./SiteFooter.module.css";

interface Legal {
  fssaiLicence: string | null;
  /** "licence" or "registration"; optional in site.json. */
  fssaiKind?: string;
  legalName: string | null;
  grievanceContact: string | null;
}

/** Legally required details of a food business, each only when configured, and the terms. */
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
