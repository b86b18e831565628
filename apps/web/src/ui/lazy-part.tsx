import { toast } from '@vitrine/ui';
import { Component, type ReactNode, Suspense } from 'react';
import { i18n } from '../lib/i18n.ts';

type LazyPartProps = {
  readonly children: ReactNode;
  /** Stands in until the part has come, and in its place when it does not come. */
  readonly fallback?: ReactNode;
};

/**
 * A menu or dialog in a chunk of its own. When the chunk is gone, after a release or without a connection, the page
 * around it stays, and the person is told.
 */
export class LazyPart extends Component<LazyPartProps, { readonly isLost: boolean }> {
  override state = { isLost: false };

  static getDerivedStateFromError() {
    return { isLost: true };
  }

  override componentDidCatch() {
    toast.error(i18n.t(navigator.onLine ? 'common:failure.partOutdated' : 'common:failure.partOffline'));
  }

  override render() {
    const { children, fallback = null } = this.props;
    return this.state.isLost ? fallback : <Suspense fallback={fallback}>{children}</Suspense>;
  }
}
