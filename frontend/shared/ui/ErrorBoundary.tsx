import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
  /** Shown in place of the children once one of them has failed; `retry` draws them again. */
  fallback: (retry: () => void) => ReactNode;
  children: ReactNode;
}

/** Catches what fails while drawing, chunks that do not arrive included. A new `key` gives it a new chance. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  retry = () => this.setState({ failed: false });

  override render() {
    return this.state.failed ? this.props.fallback(this.retry) : this.props.children;
  }
}
