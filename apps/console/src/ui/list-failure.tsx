import { EmptyState } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';

/** In place of a list that could not be loaded. */
export function ListFailure({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      compact
      role="alert"
      title={t('errors.list')}
      action={
        <button type="button" className="link" onClick={onRetry}>
          {t('retry')}
        </button>
      }
    />
  );
}
