import { useTranslation } from 'react-i18next';

/** The name of a duration: 'Flexible', or '60 days'. */
export function useTermName(): (days: number) => string {
  const { t } = useTranslation('earn');
  return (days) => (days === 0 ? t('products.flexible') : t('products.days', { count: days }));
}
