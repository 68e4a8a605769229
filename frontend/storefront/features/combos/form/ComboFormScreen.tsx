import { useLocation } from "react-router";
import { LinkButton } from "~/shared/ui/Button";
import { EmptyNotice } from "~/shared/ui/EmptyNotice";
import { useHydrated } from "~/storefront/hydration/useHydrated";
import { paths } from "~/storefront/paths";
import { WithoutScript } from "~/storefront/product/WithoutScript";
import { COMBO_TOPIC } from "../comboText";
import { readHandover } from "../handover";
import { ComboForm } from "./ComboForm";
import styles from "./ComboFormScreen.module.css";

/** The combo order form (specification, section 2). Navigation state exists only after hydration: a shell renders first. */
export function ComboFormScreen() {
  const hydrated = useHydrated();
  const { state } = useLocation();
  const handover = hydrated ? readHandover(state) : null;
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>Weekly &amp; Monthly Order Form</h1>
      <WithoutScript what="This form" topic={COMBO_TOPIC} />
      {!hydrated && <div className={styles.shell} aria-hidden="true" />}
      {handover && <ComboForm handover={handover} />}
      {hydrated && !handover && (
        <EmptyNotice
          title="No Items Selected!"
          text="Your order starts with the four weeks: tick at least six meals, then come back here."
          action={<LinkButton to={paths.combos()}>Back to Combos</LinkButton>}
        />
      )}
    </div>
  );
}
