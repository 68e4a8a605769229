import { site } from "~/shared/lib/site";
import styles from "./Logo.module.css";
import { ownIcon } from "./ownIcon";

/** The shop's own icon, or the shipped mark (a bowl whose steam grows into a leaf), and the cafe's name. */
export function Logo() {
  return (
    <span className={styles.logo}>
      {ownIcon ? <OwnMark /> : <ShippedMark />}
      <span className={styles.name}>{site.brand.name}</span>
    </span>
  );
}

function OwnMark() {
  const source = `${import.meta.env.BASE_URL}icon-192.png`;
  return <img className={styles.mark} src={source} alt="" width="44" height="44" />;
}

function ShippedMark() {
  return (
    <svg
      className={styles.mark}
      viewBox="0 0 48 48"
      width="44"
      height="44"
      aria-hidden="true"
      focusable="false"
    >
      <path className={styles.leaf} d="M24.6 25.5c-7-3.6-8.6-12.7-1.2-22.5 8.6 6.1 9.8 16.1 1.2 22.5Z" />
      <path className={styles.leaf} d="M20.5 25.5c-5.7.2-9.8-3-11-9.3 5.2.3 9.3 3.5 11 9.3Z" />
      <path className={styles.leaf} d="M29 25.5c1.2-5.4 4.5-8.5 9.6-9-.7 5.8-4 9-9.6 9Z" />
      <path className={styles.vein} d="M24.3 25.5c.6-5.5.4-10.5-.4-15" />
      <path className={styles.bowl} d="M4 27.5h40C44 37 35.6 44.5 24 44.5S4 37 4 27.5Z" />
    </svg>
  );
}
