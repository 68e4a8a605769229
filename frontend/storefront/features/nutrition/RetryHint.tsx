import { chatLink } from "~/shared/lib/chatLink";
import { site } from "~/shared/lib/site";
import styles from "./RetryHint.module.css";

/** What to do after a failure: the form empties itself after each attempt (specification, section 4). */
export function RetryHint() {
  const { phone } = site.contact;
  return (
    <>
      The form empties itself after every attempt: please fill it in once more, call{" "}
      <a className={styles.phone} href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
        {phone}
      </a>
      , or{" "}
      <a href={chatLink({ about: "a nutrition enquiry" })} target="_blank" rel="noopener">
        chat with us
      </a>
      .
    </>
  );
}
