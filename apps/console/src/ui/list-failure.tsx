import { LoadFailed } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';

interface ListFailureProps {
  /** Replaces the default title, for content that is not a list. */
  readonly title?: string;
  readonly onRetry: () => void;
}

/** Shown in place of a list that could not be loaded. */
export function ListFailure({ title, onRetry }: ListFailureProps) {
  const { t } = useTranslation();
  return <LoadFailed title={title ?? t('errors.list')} onRetry={onRetry} />;
}
