import { IconShieldCheck } from '@tabler/icons-react';
import { EmptyState, LoadFailed } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { RestrictionItem } from '../../../features/account/restrictions/restriction-item.tsx';
import { useRestrictions } from '../../../features/account/shared/restrictions.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { AccountFrame } from '../../../ui/account-frame.tsx';
import { Section } from '../../../ui/section.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';

/** The account's restrictions, current and past. */
export function RestrictionsPage() {
  const { t } = useTranslation('restrictions');
  const { data, isError, refetch } = useRestrictions();
  usePageTitle(t('title'));
  const inForce = data?.restrictions.filter(({ ended_at }) => ended_at === 0) ?? [];
  const past = data?.restrictions.filter(({ ended_at }) => ended_at > 0) ?? [];
  return (
    <AccountFrame title={t('title')} lead={t('lead')}>
      <Section title={t('inForce')}>
        {inForce.length > 0 ? (
          <ul>
            {inForce.map((restriction) => (
              <RestrictionItem key={restriction.id} restriction={restriction} />
            ))}
          </ul>
        ) : data ? (
          <EmptyState size="page" icon={IconShieldCheck} title={t('none')}>
            {t('noneText')}
          </EmptyState>
        ) : isError ? (
          <LoadFailed title={t('failed')} onRetry={refetch} />
        ) : (
          <SkeletonLines lines={4} />
        )}
      </Section>
      {past.length > 0 ? (
        <Section title={t('past')}>
          <ul>
            {past.map((restriction) => (
              <RestrictionItem key={restriction.id} restriction={restriction} />
            ))}
          </ul>
        </Section>
      ) : null}
    </AccountFrame>
  );
}
