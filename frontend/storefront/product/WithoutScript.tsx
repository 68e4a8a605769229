import { type ChatGreeting, chatLink } from "~/shared/lib/chatLink";
import { site } from "~/shared/lib/site";
import { ChatIcon } from "~/shared/ui/icons/ChatIcon";
import { PhoneIcon } from "~/shared/ui/icons/PhoneIcon";
import styles from "./WithoutScript.module.css";

export interface WithoutScriptProps {
  /** What does not work, "This form" or "Ticking dishes". */
  what: string;
  greeting?: ChatGreeting;
}

/**
 * What a page says where JavaScript is off: what it needs, and the ways to order without it. React writes it into the
 * prerendered page only; a browser that runs scripts never shows it.
 */
export function WithoutScript({ what, greeting = "general" }: WithoutScriptProps) {
  const { phone } = site.contact;
  return (
    <noscript>
      <div className={styles.notice}>
        <p>
          <strong>{what} needs JavaScript.</strong> Switch it on in your browser and reload the page, or call
          or message us and we’ll take your order in person.
        </p>
        <p className={styles.ways}>
          <a href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
            <PhoneIcon size={20} />
            {phone}
          </a>
          <a href={chatLink(greeting)} target="_blank" rel="noopener">
            <ChatIcon size={20} />
            Chat with us
          </a>
        </p>
      </div>
    </noscript>
  );
}
