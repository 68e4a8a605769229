import { useEffect } from "react";
import { site } from "~/shared/lib/site";
import { Button } from "~/shared/ui/Button";
import { reloadIfReplaced } from "~/storefront/session/reloadIfReplaced";
import styles from "./StopScreen.module.css";

/**
 * Replaces a screen that failed to load or render. Reloads by itself if that may be because its files were replaced, and
 * retries when the browser is online again.
 */
export function ErrorScreen({ retry }: { retry: () => void }) {
  useEffect(() => void reloadIfReplaced(), []);
  useEffect(() => {
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [retry]);
  return (
    <div className={styles.screen} role="alert">
      <title>{`This page did not load · ${site.brand.name}`}</title>
      <h1>This page did not load</h1>
      <p className={styles.text}>
        The connection may have dropped, or we updated the site while you were here. Reloading usually helps.
        If you’re offline, we’ll try again as soon as you’re back online.
      </p>
      <div className={styles.ways}>
        <Button size="lg" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </div>
    </div>
  );
}
