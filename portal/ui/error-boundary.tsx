import { Component, type ReactNode } from 'react';
import { NotLoaded } from './later.tsx';

interface ErrorBoundaryProps {
  /** Drawn in place of what failed; `retry` draws that again. */
  fallback: ReactNode | ((error: unknown, retry: () => void) => ReactNode);
  onError?: (error: unknown) => void;
  children: ReactNode;
}

interface Held {
  failed: boolean;
  error: unknown;
}

/** Holds an error of what it contains, so that the rest of the page lives on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Held> {
  override state: Held = { failed: false, error: null };

  static getDerivedStateFromError(error: unknown): Held {
    return { failed: true, error };
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof NotLoaded) error.forget();
    this.props.onError?.(error);
  }

  private readonly retry = () => this.setState({ failed: false, error: null });

  override render() {
    const { fallback, children } = this.props;
    if (!this.state.failed) return children;
    return typeof fallback === 'function' ? fallback(this.state.error, this.retry) : fallback;
  }
}
