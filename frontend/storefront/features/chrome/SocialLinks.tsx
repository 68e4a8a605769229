import type { ComponentType } from "react";
import { site } from "~/shared/lib/site";
import { FacebookIcon } from "~/shared/ui/icons/FacebookIcon";
import type { IconProps } from "~/shared/ui/icons/Icon";
import { InstagramIcon } from "~/shared/ui/icons/InstagramIcon";
import { LinkedInIcon } from "~/shared/ui/icons/LinkedInIcon";
import { XIcon } from "~/shared/ui/icons/XIcon";
import { YouTubeIcon } from "~/shared/ui/icons/YouTubeIcon";
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
