import { LinkButton } from "~/shared/ui/Button";
import { paths } from "~/storefront/paths";
import styles from "./SelectionScreen.module.css";

/** Replaces a menu that this shop does not offer: old links may still lead to it. */
export function NotOffered({ title }: { title: string }) {
  return (
    <div className={styles.screen}>
      <header className={styles.intro}>
        <h1>{title}</h1>
        <p>We have nothing on this menu at present.</p>
        <p>
          <LinkButton to={paths.mealSubscription()}>See what we cook</LinkButton>
        </p>
      </header>
    </div>
  );
}
