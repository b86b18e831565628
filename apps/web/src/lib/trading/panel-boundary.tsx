import { Button } from '@mantine/core';
import { EmptyState } from '@vitrine/ui';
import { Component, type ReactNode } from 'react';
import { i18n } from '../i18n.ts';

type Props = { readonly children: ReactNode };
type State = { readonly failed: boolean };

/** Keeps a broken panel to itself: a chart that throws never takes the ticket down. */
export class PanelBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <EmptyState
        role="alert"
        title={i18n.t('trade:panelFailed')}
        action={
          <Button variant="default" size="sm" onClick={() => this.setState({ failed: false })}>
            {i18n.t('trade:retry')}
          </Button>
        }
      />
    );
  }
}
