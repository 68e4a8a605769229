import { type ReactNode, Suspense, useDeferredValue, useMemo } from "react";
import { type Location, Route, Routes, useLocation, useNavigationType } from "react-router";
import { ErrorBoundary } from "~/shared/ui/ErrorBoundary";
import { PopupHost } from "~/shared/ui/PopupHost";
import { ArrivedByLink } from "~/shared/ui/SoonAfter";
import spoken from "~/shared/ui/Spoken.module.css";
import { ToastHost } from "~/shared/ui/toast/ToastHost";
import { ErrorScreen } from "~/storefront/features/chrome/ErrorScreen";
import { SiteFooter } from "~/storefront/features/chrome/SiteFooter";
import { SiteHeader } from "~/storefront/features/chrome/SiteHeader";
import { SelectionLifecycle } from "~/storefront/features/nday-order/SelectionLifecycle";
import { ReceiptPlace } from "~/storefront/features/receipt/ReceiptPlace";
import { isBarePath } from "~/storefront/paths";
import { JourneyLifecycle } from "~/storefront/routes/JourneyLifecycle";
import { OneEntry } from "~/storefront/routes/OneEntry";
import { orderPaths } from "~/storefront/routes/orderPaths";
import { PageOutlet } from "~/storefront/routes/PageOutlet";
import { fetchPageAgain, routeAt } from "~/storefront/routes/pages";
import { useArrival } from "~/storefront/routes/useArrival";
import { useInterrupted } from "~/storefront/routes/useInterrupted";
import styles from "./App.module.css";

/**
 * Header, the current screen, footer, and what outlives a screen. The screen follows the address a moment
 * later (`shown`): while its code is on its way the previous one stays.
 */
export function App() {
  const location = useLocation();
  const byLink = useNavigationType() !== "POP";
  const { location: shown, screen } = useDeferredValue(
    useMemo(() => screenAt(location, byLink), [location, byLink]),
  );
  const announcement = useArrival(shown.pathname);
  useInterrupted();
  const bare = isBarePath(shown.pathname);
  return (
    <OneEntry>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {shown !== location && <div className={styles.progress} />}
      {!bare && <SiteHeader />}
      {/* Before the screens, so that what is left behind is gone when the next one looks. */}
      <JourneyLifecycle location={location} shown={shown} />
      <SelectionLifecycle address={location.pathname} shown={shown.pathname} orders={orderPaths} />
      <ReceiptPlace pathname={shown.pathname} />
      <main id="main" className={styles.main} tabIndex={-1}>
        {screen}
      </main>
      {!bare && <SiteFooter />}
      <PopupHost />
      <ToastHost />
      <p className={spoken.only} aria-live="polite">
        {announcement}
      </p>
    </OneEntry>
  );
}

/** The screen frozen at its location, so that the previous one is not drawn once more because the address has changed. */
function screenAt(location: Location, byLink: boolean): { location: Location; screen: ReactNode } {
  const screen = (
    // Outside the boundary: a fresh Suspense would show its fallback instead of the previous screen.
    <Suspense fallback={null}>
      <ErrorBoundary
        key={location.pathname}
        fallback={(retry) => (
          <ErrorScreen retry={() => void fetchPageAgain(routeAt(location.pathname)).then(retry)} />
        )}
      >
        <ArrivedByLink value={byLink}>
          <Routes location={location}>
            <Route path="*" element={<PageOutlet />} />
          </Routes>
        </ArrivedByLink>
      </ErrorBoundary>
    </Suspense>
  );
  return { location, screen };
}
