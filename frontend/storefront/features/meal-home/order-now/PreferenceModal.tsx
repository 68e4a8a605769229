import { Dialog } from "~/shared/ui/Dialog";
import { SquarePicture } from "~/shared/ui/SquarePicture";
import { paths } from "~/storefront/paths";
import { DietMark } from "~/storefront/product/DietMark";
import { isOffered } from "~/storefront/product/isOffered";
import { pictures } from "../pictures";
import styles from "./PreferenceModal.module.css";

export interface PreferenceModalProps {
  open: boolean;
  onClose: () => void;
  /** Called with the path of the chosen menu. */
  onNavigate: (path: string) => void;
}

const preferences = [
  { label: "Vegetarian", mark: "veg", image: "garden-salad", path: paths.vegMeal() },
  { label: "Non-Vegetarian", mark: "nonveg", image: "tandoori-chicken", path: paths.nonVegMeal() },
] as const;

/** Veg or non-veg: which menu the individual items come from (specification, section 2). */
export function PreferenceModal({ open, onClose, onNavigate }: PreferenceModalProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Choose Your Preference">
      <p>Would you like to continue with a Vegetarian or Non-Vegetarian meal?</p>
      <div className={styles.preferences}>
        {preferences
          .filter(({ path }) => isOffered(path))
          .map(({ label, mark, image, path }) => (
            <button key={label} type="button" className={styles.preference} onClick={() => onNavigate(path)}>
              <SquarePicture picture={pictures[image]} sizes="15rem" className={styles.picture} />
              <span className={styles.label}>
                <span aria-hidden="true">
                  <DietMark mark={mark} />
                </span>
                {label}
              </span>
            </button>
          ))}
      </div>
    </Dialog>
  );
}
