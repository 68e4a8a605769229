import { type ChatTopic, chatLink } from "~/shared/lib/chatLink";
import { site } from "~/shared/lib/site";
import styles from "./WithoutScript.module.css";

export interface WithoutScriptProps {
  /** The subject of the sentence: "This form" or "Picking dishes". */
  what: string;
  topic?: ChatTopic;
}

/** A `<noscript>` note: what needs JavaScript, and how to order without it. */
export function WithoutScript({ what, topic = "general" }: WithoutScriptProps) {
  return (
    <noscript>
      <div className={styles.notice}>
        <p>
          <strong>{what} needs JavaScript.</strong> Switch it on in your browser and reload the page, or call
          or message us and we’ll take your order in person.
        </p>
        <Ways topic={topic} />
      </div>
    </noscript>
  );
}

/**
 * The same for browsers older than the floor; all others hide it (shared/styles/base.css), and so does a page without
 * styles. Part of the page's template, so that no visitor loads its code.
 */
export function OldBrowserNotice() {
  return (
    <div data-old-browser hidden>
      <p>
        <strong>This browser is too old to order here.</strong> Update it, or call or message us and we’ll
        take your order in person.
      </p>
      <Ways topic="general" />
    </div>
  );
}

function Ways({ topic }: { topic: ChatTopic }) {
  const { phone } = site.contact;
  return (
    <p className={styles.ways}>
      <a href={`tel:${phone.replace(/[^\d+]/g, "")}`}>{phone}</a>
      <a href={chatLink(topic)} target="_blank" rel="noopener">
        Chat with us
      </a>
    </p>
  );
}
