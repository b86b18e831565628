import { LoadFailed } from '@vitrine/ui';
import { Component, type ReactNode, Suspense } from 'react';
import { lostPartText, reload, reloadText, sayPartLost } from '../lib/load-failure.ts';

type LazyPartProps = {
  readonly children: ReactNode;
  /** Shown until the part has loaded. */
  readonly fallback?: ReactNode;
  /**
   * If true, a failure to load is shown in the part's place; otherwise as a toast, and the fallback stays.
   */
  readonly isInPlace?: boolean;
};

type LazyPartState = { readonly failure?: { readonly error: unknown } };

/**
 * A menu or dialog in its own chunk. If the chunk fails to load, after a release or without a connection, the page
 * around it stays, and a message is shown.
 */
export class LazyPart extends Component<LazyPartProps, LazyPartState> {
  override state: LazyPartState = {};

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown) {
    if (!this.props.isInPlace) sayPartLost(error);
  }

  override render() {
    const { children, fallback = null, isInPlace } = this.props;
    const { failure } = this.state;
    if (!failure) return <Suspense fallback={fallback}>{children}</Suspense>;
    if (!isInPlace) return fallback;
    return <LoadFailed title={lostPartText(failure.error)} retryText={reloadText()} onRetry={reload} />;
  }
}
