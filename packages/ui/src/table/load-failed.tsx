import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.tsx';

type LoadFailedProps = {
  /** What could not be loaded, or why. */
  readonly title: string;
  readonly onRetry: () => unknown;
  /** The button's label, if the button does more than retry. */
  readonly retryText?: string;
  readonly size?: 'page' | 'panel';
};

/** Placeholder for content that could not be loaded, with a retry button. */
export function LoadFailed({ title, onRetry, retryText, size = 'panel' }: LoadFailedProps) {
  const { t } = useTranslation('common');
  return (
    <EmptyState
      role="alert"
      icon={FailedIcon}
      size={size}
      title={title}
      action={
        <Button variant="default" size={size === 'page' ? 'md' : 'sm'} onClick={() => onRetry()}>
          {retryText ?? t('retry')}
        </Button>
      }
    />
  );
}

function FailedIcon({ size, stroke }: { readonly size: number; readonly stroke: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M12 8v5m0 3v.01M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18" strokeWidth={stroke} strokeLinecap="round" />
    </svg>
  );
}
