import { LoadFailed } from '@vitrine/ui';
import { Component, type ReactNode } from 'react';
import { i18n } from '../../../lib/i18n.ts';
import { kindOfFailure, lostPartText, reload, reloadText } from '../../../lib/load-failure.ts';

type Props = { readonly children: ReactNode };
type State = { readonly failure?: { readonly error: unknown } | undefined };

/** Confines an error to its panel: if the chart throws, the ticket still works. */
export class PanelBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    if (kindOfFailure(failure.error, navigator.onLine) !== 'broken')
      return <LoadFailed title={lostPartText(failure.error)} retryText={reloadText()} onRetry={reload} />;
    return <LoadFailed title={i18n.t('trade:panelFailed')} onRetry={() => this.setState({ failure: undefined })} />;
  }
}
