import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.tsx';

type LoadFailedProps = {
  /** What could not be loaded, or why. */
  readonly title: string;
  readonly onRetry: () => unknown;
  readonly compact?: boolean;
};

/** In the place of what could not be loaded, with the button that asks for it again. */
export function LoadFailed({ title, onRetry, compact = false }: LoadFailedProps) {
  const { t } = useTranslation('common');
  return (
    <EmptyState
      role="alert"
      compact={compact}
      title={title}
      action={
        compact ? (
          <button type="button" className="link" onClick={() => onRetry()}>
            {t('retry')}
          </button>
        ) : (
          <Button variant="default" onClick={() => onRetry()}>
            {t('retry')}
          </Button>
        )
      }
    />
  );
}
