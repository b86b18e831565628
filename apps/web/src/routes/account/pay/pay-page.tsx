import { IconCreditCard } from '@tabler/icons-react';
import { EmptyState } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { AccountFrame } from '../../../ui/account-frame.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Section } from '../../../ui/section.tsx';

export function PayPage() {
  const { t } = useTranslation('pay');
  usePageTitle(t('title'));
  return (
    <AccountFrame title={t('title')} lead={t('lead')}>
      <Section title={t('methods')}>
        <EmptyState
          size="page"
          icon={IconCreditCard}
          title={t('empty')}
          action={
            <ButtonLink to={paths.buy} variant="default">
              {t('buy')}
            </ButtonLink>
          }
        >
          {t('emptyText')}
        </EmptyState>
      </Section>
    </AccountFrame>
  );
}
