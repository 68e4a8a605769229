import type { ComponentType } from "react";
import { site } from "~/shared/lib/site";
import {
  FacebookIcon,
  type IconProps,
  InstagramIcon,
  LinkedInIcon,
  XIcon,
  YouTubeIcon,
} from "~/shared/ui/icons";
import styles from "./SocialLinks.module.css";

const icons: Record<string, ComponentType<IconProps>> = {
  Facebook: FacebookIcon,
  Instagram: InstagramIcon,
  YouTube: YouTubeIcon,
  X: XIcon,
  LinkedIn: LinkedInIcon,
};

/** The five social links; a network without an icon of ours shows its name. */
export function SocialLinks() {
  return (
    <ul className={styles.list}>
      {site.social.links.map(({ network, url }) => {
        const NetworkIcon = icons[network];
        const label = `${site.brand.name} on ${network} (opens in a new tab)`;
        return (
          <li key={network}>
            <a className={styles.link} href={url} target="_blank" rel="noopener" aria-label={label}>
              {NetworkIcon ? <NetworkIcon size={22} /> : network}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
