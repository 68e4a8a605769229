import { site } from "~/lib/site";
import styles from "./SiteFooter.module.css";

interface Legal {
  fssaiLicence: string | null;
  legalName: string | null;
  grievanceContact: string | null;
}

/** What the law may ask a food business to show: each item only when it is configured. */
export function LegalLine({ legal = site.legal }: { legal?: Legal }) {
  const items = [
    legal.legalName,
    legal.fssaiLicence && `FSSAI licence ${legal.fssaiLicence}`,
    legal.grievanceContact && `Grievance contact: ${legal.grievanceContact}`,
  ].filter((item) => item !== null && item !== "");
  if (items.length === 0) return null;
  return (
    <ul className={styles.legal}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
