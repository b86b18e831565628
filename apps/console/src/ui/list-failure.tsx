import { LoadFailed } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';

/** In place of a list that could not be loaded. */
export function ListFailure({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return <LoadFailed compact title={t('errors.list')} onRetry={onRetry} />;
}
