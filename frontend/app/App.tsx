import { Suspense, useDeferredValue } from "react";
import { Route, Routes, useLocation } from "react-router";
import { ErrorScreen } from "~/features/chrome/ErrorScreen";
import { SiteFooter } from "~/features/chrome/SiteFooter";
import { SiteHeader } from "~/features/chrome/SiteHeader";
import { SelectionLifecycle } from "~/features/nday-order/SelectionLifecycle";
import { orderPaths } from "~/routes/orderPaths";
import { PageOutlet } from "~/routes/PageOutlet";
import { isBarePath } from "~/routes/paths";
import { useArrival } from "~/routes/useArrival";
import { ErrorBoundary } from "~/ui/ErrorBoundary";
import { PopupHost } from "~/ui/PopupHost";
import { ToastHost } from "~/ui/toast/ToastHost";
import styles from "./App.module.css";

/**
 * Header, the current screen, footer, and what outlives a screen. The screen follows the address a moment
 * later (`shown`): while its code is on its way the previous one stays.
 */
export function App() {
  const location = useLocation();
  const shown = useDeferredValue(location);
  const announcement = useArrival(shown.pathname);
  const bare = isBarePath(shown.pathname);
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {shown !== location && <div className={styles.progress} />}
      {!bare && <SiteHeader />}
      {/* Before the screens, so that what is left behind is gone when the next one looks. */}
      <SelectionLifecycle address={location.pathname} shown={shown.pathname} orders={orderPaths} />
      <main id="main" className={styles.main} tabIndex={-1}>
        {/* Outside the boundary: a fresh Suspense would show its fallback instead of the previous screen. */}
        <Suspense fallback={null}>
          <ErrorBoundary key={shown.pathname} fallback={<ErrorScreen />}>
            <Routes location={shown}>
              <Route path="*" element={<PageOutlet />} />
            </Routes>
          </ErrorBoundary>
        </Suspense>
      </main>
      {!bare && <SiteFooter />}
      <PopupHost />
      <ToastHost />
      <p className={styles.announcer} aria-live="polite">
        {announcement}
      </p>
    </>
  );
}
