import { classNames } from "~/shared/lib/classNames";
import { LinkButton } from "~/shared/ui/Button";
import { paths } from "~/storefront/paths";
import { Logo } from "./Logo";
import styles from "./StopScreen.module.css";

/** The 404 page; `bare` pages have no header and footer, so it shows the logo itself. */
export function NotFound({ bare }: { bare: boolean }) {
  return (
    <div className={classNames(styles.screen, bare && styles.bare)}>
      {bare && <Logo />}
      <CleanPlate />
      <h1>Nothing on this plate</h1>
      <p className={styles.text}>There is no page at this address. Here’s the way back to the food.</p>
      <div className={styles.ways}>
        <LinkButton size="lg" to={paths.mealSubscription()}>
          Order meals
        </LinkButton>
        <LinkButton size="lg" variant="secondary" to={paths.landing()}>
          Plan an event
        </LinkButton>
      </div>
    </div>
  );
}

/** A plate seen from above with fork and spoon laid down. */
function CleanPlate() {
  return (
    <svg
      className={styles.plate}
      viewBox="0 0 240 150"
      width="240"
      height="150"
      aria-hidden="true"
      focusable="false"
    >
      <ellipse className={styles.shade} cx="124" cy="82" rx="70" ry="66" />
      <circle className={styles.rim} cx="120" cy="74" r="66" />
      <circle className={styles.well} cx="120" cy="74" r="46" />
      <path className={styles.leaf} d="M108 84c-4-14 4-26 26-28 1 20-8 32-22 29M105 92c5-12 11-19 20-25" />
      <path className={styles.cutlery} d="M22 30v26c0 7 4 11 9 11s9-4 9-11V30M31 30v30M31 67v56" />
      <path className={styles.cutlery} d="M209 68c-7-1-12-9-12-19s5-19 12-19 12 9 12 19-5 18-12 19Zm0 0v55" />
    </svg>
  );
}
