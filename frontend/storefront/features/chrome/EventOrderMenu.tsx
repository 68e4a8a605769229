import { useId, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import { ChevronIcon } from "~/shared/ui/icons";
import { paths, samePath } from "~/storefront/paths";
import styles from "./EventOrderMenu.module.css";
import { eventLinks } from "./eventLinks";
import { useDisclosure } from "./useDisclosure";

const links = [{ label: "All events", to: paths.landing() }, ...eventLinks];

/** "Event Order": a menu button with links to the event landing page and the four event pages. */
export function EventOrderMenu() {
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { open, toggle } = useDisclosure(container, button);
  const listId = useId();
  const { pathname } = useLocation();
  return (
    <div ref={container} className={styles.menu}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls={listId}
        data-current={links.some((link) => samePath(link.to, pathname)) || undefined}
        onClick={toggle}
      >
        Event Order
        <ChevronIcon size={18} />
      </button>
      <ul id={listId} className={styles.list} hidden={!open}>
        {links.map((link) => (
          <li key={link.to}>
            <NavLink to={link.to} end className={styles.link}>
              {link.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
