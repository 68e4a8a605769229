import { type ReactNode, Suspense, useDeferredValue, useMemo } from "react";
import { type Location, Route, Routes, useLocation, useNavigationType } from "react-router";
import { ArrivedByLink } from "~/shared/ui/DeferredContent";
import { ErrorBoundary } from "~/shared/ui/ErrorBoundary";
import { PopupHost, ToastHost } from "~/shared/ui/Notifications";
import visuallyHidden from "~/shared/ui/VisuallyHidden.module.css";
import styles from "./App.module.css";
import { ErrorScreen } from "./features/chrome/ErrorScreen";
import { SiteFooter } from "./features/chrome/SiteFooter";
import { SiteHeader } from "./features/chrome/SiteHeader";
import { orderPaths } from "./features/day-order/order";
import { SelectionLifecycle } from "./features/day-order/SelectionLifecycle";
import { ReceiptPlace } from "./features/receipt/ReceiptPlace";
import { isBarePath } from "./paths";
import {
  FlowLifecycle,
  ReplaceSameUrl,
  useInterruptedNotice,
  useNavigationEffects,
} from "./routes/navigation";
import { PageOutlet } from "./routes/PageOutlet";
import { fetchPageAgain, routeAt } from "./routes/pages";

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
