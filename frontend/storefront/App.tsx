import { type ReactNode, Suspense, useDeferredValue, useMemo } from "react";
import { type Location, Route, Routes, useLocation, useNavigationType } from "react-router";
import { ArrivedByLink } from "~/shared/ui/DeferredContent";
import { ErrorBoundary } from "~/shared/ui/ErrorBoundary";
import { PopupHost } from "~/shared/ui/PopupHost";
import { ToastHost } from "~/shared/ui/toast/ToastHost";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import { ErrorScreen } from "~/storefront/features/chrome/ErrorScreen";
import { SiteFooter } from "~/storefront/features/chrome/SiteFooter";
import { SiteHeader } from "~/storefront/features/chrome/SiteHeader";
import { SelectionLifecycle } from "~/storefront/features/day-order/SelectionLifecycle";
import { ReceiptPlace } from "~/storefront/features/receipt/ReceiptPlace";
import { isBarePath } from "~/storefront/paths";
import { OldBrowserNotice } from "~/storefront/product/WithoutScript";
import { FlowLifecycle } from "~/storefront/routes/FlowLifecycle";
import { orderPaths } from "~/storefront/routes/orderPaths";
import { PageOutlet } from "~/storefront/routes/PageOutlet";
import { fetchPageAgain, routeAt } from "~/storefront/routes/pages";
import { ReplaceSameUrl } from "~/storefront/routes/ReplaceSameUrl";
import { useInterruptedNotice } from "~/storefront/routes/useInterruptedNotice";
import { useNavigationEffects } from "~/storefront/routes/useNavigationEffects";
import styles from "./App.module.css";

/**
 * Header, the current screen, footer, and what outlives a screen. The screen follows the URL with a delay
 * (`displayed`): the previous one stays while the code of the next loads.
 */
export function App() {
  const location = useLocation();
  const isLink = useNavigationType() !== "POP";
  const { location: displayed, screen } = useDeferredValue(
    useMemo(() => screenAt(location, isLink), [location, isLink]),
  );
  const announcement = useNavigationEffects(displayed.pathname);
  useInterruptedNotice();
  const bare = isBarePath(displayed.pathname);
  return (
    <ReplaceSameUrl>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <OldBrowserNotice />
      {displayed !== location && <div className={styles.progress} />}
      {!bare && <SiteHeader />}
      {/* Before the screens, so that abandoned state is cleared when the next one reads it. */}
      <FlowLifecycle location={location} displayed={displayed} />
      <SelectionLifecycle address={location.pathname} displayed={displayed.pathname} orders={orderPaths} />
      <ReceiptPlace pathname={displayed.pathname} isLeaving={displayed !== location} />
      <main id="main" className={styles.main} tabIndex={-1}>
        {screen}
      </main>
      {!bare && <SiteFooter />}
      <PopupHost />
      <ToastHost />
      <p className={visuallyHidden.text} aria-live="polite">
        {announcement}
      </p>
    </ReplaceSameUrl>
  );
}

/** The screen bound to its location, so that a change of the URL does not render the previous one again. */
function screenAt(location: Location, isLink: boolean): { location: Location; screen: ReactNode } {
  const screen = (
    // Outside the boundary: a fresh Suspense would show its fallback instead of the previous screen.
    <Suspense fallback={null}>
      <ErrorBoundary
        key={location.pathname}
        fallback={(retry) => (
          <ErrorScreen retry={() => void fetchPageAgain(routeAt(location.pathname)).then(retry)} />
        )}
      >
        <ArrivedByLink value={isLink}>
          <Routes location={location}>
            <Route path="*" element={<PageOutlet />} />
          </Routes>
        </ArrivedByLink>
      </ErrorBoundary>
    </Suspense>
  );
  return { location, screen };
}
