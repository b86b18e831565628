import { EmptyState } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { AccountFrame } from '../../../ui/account-frame.tsx';
import { Section } from '../../../ui/section.tsx';

export function PayPage() {
  const { t } = useTranslation('pay');
  usePageTitle(t('title'));
  return (
    <AccountFrame title={t('title')} lead={t('lead')}>
      <Section title={t('methods')}>
        <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
      </Section>
    </AccountFrame>
  );
}
