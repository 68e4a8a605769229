import { useRef } from "react";
import { Link, NavLink } from "react-router";
import { chatLink } from "~/shared/lib/chatLink";
import { classNames } from "~/shared/lib/classNames";
import { site } from "~/shared/lib/site";
import buttons from "~/shared/ui/Button.module.css";
import { ChatIcon, CloseIcon, MenuIcon } from "~/shared/ui/icons";
import { paths } from "~/storefront/paths";
import { EventOrderMenu } from "./EventOrderMenu";
import { Logo } from "./Logo";
import styles from "./SiteHeader.module.css";
import { useDisclosure } from "./useDisclosure";

/** The shared header (specification, section 2). On narrow windows the links collapse behind a toggle. */
export function SiteHeader() {
  const header = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { open, toggle } = useDisclosure(header, button);
  return (
    <header ref={header} className={styles.header}>
      <div className={styles.bar}>
        <Link to={paths.landing()} className={styles.home} aria-label={`${site.brand.name}, start page`}>
          <Logo />
        </Link>
        <button
          ref={button}
          type="button"
          className={classNames(buttons.icon, styles.toggle)}
          aria-expanded={open}
          aria-controls="site-menu"
          onClick={toggle}
        >
          {open ? <CloseIcon label="Close menu" /> : <MenuIcon label="Open menu" />}
        </button>
        <nav id="site-menu" className={classNames(styles.menu, open && styles.open)} aria-label="Main">
          <ul className={styles.external}>
            {site.externalLinks.links.map((link) => (
              <li key={link.label}>
                <a className={styles.link} href={link.url}>
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
          <EventOrderMenu />
          <NavLink to={paths.mealSubscription()} end className={styles.subscribe}>
            Meal Subscription
          </NavLink>
        </nav>
        <a
          className={classNames(buttons.icon, styles.chat)}
          href={chatLink("general")}
          target="_blank"
          rel="noopener"
        >
          <ChatIcon label="Order by chat (opens in a new tab)" />
        </a>
      </div>
    </header>
  );
}
