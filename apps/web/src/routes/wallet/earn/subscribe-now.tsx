import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/links.tsx';

/** Link from an empty list to Simple Earn. */
export function SubscribeNow() {
  const { t } = useTranslation('common');
  return <ButtonLink to={paths.simpleEarn}>{t('subscribeNow')}</ButtonLink>;
}
