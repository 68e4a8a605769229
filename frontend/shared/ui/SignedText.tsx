import { classNames } from "~/shared/lib/classNames";
import styles from "./SignedText.module.css";

/** The signs that a message may begin with (specification, section 8), with their icons. */
const SIGNS = [
  { sign: "✅", kind: "done", path: "m6.5 12.6 3.7 3.7 7.3-8.2" },
  { sign: "❌", kind: "failed", path: "m8 8 8 8m0-8-8 8" },
  { sign: "⚠️", kind: "warning", path: "M12 9.6v4.2m0 3v.1" },
] as const;

/**
 * A message whose leading emoji is drawn as an icon, because a system without an emoji font shows an empty box. The
 * character stays in the text, invisible, for copying and screen readers.
 */
export function SignedText({ text }: { text: string }) {
  const found = SIGNS.find(({ sign }) => text.startsWith(sign));
  if (!found) return text;
  return (
    <>
      <span className={classNames(styles.sign, styles[found.kind])}>
        <span className={styles.character}>{found.sign}</span>
        <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" className={styles.drawing}>
          {found.kind === "warning" ? (
            <path className={styles.ground} d="M12 2.8 22.4 21H1.6Z" />
          ) : (
            <circle className={styles.ground} cx="12" cy="12" r="10.5" />
          )}
          <path className={styles.stroke} d={found.path} />
        </svg>
      </span>
      {text.slice(found.sign.length)}
    </>
  );
}
