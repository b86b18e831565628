import { formatInteger } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Section } from '../../../ui/section.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import { useLimits } from './use-proof.ts';

/** The limits of the client's tier. */
export function OwnLimits() {
  const { t } = useTranslation('kyc');
  const { data } = useLimits();
  const own = data?.tiers.find(({ name }) => name === data.tier);
  return (
    <Section
      title={t('limits.title')}
      action={
        <ButtonLink to={paths.tierVerification} variant="default" size="compact-sm">
          {t('limits.all')}
        </ButtonLink>
      }
    >
      {own ? (
        <FactList>
          <Fact name={t('tiers.deposit')} value={t('tiers.unlimited')} />
          <Fact
            name={t('tiers.withdrawal')}
            value={
              <span className="num">{t('tiers.usdt', { amount: formatInteger(Number(own.withdrawal_per_day)) })}</span>
            }
          />
          <Fact name={t('tiers.trade')} value={t(own.may_trade ? 'tiers.yes' : 'tiers.afterVerification')} />
          <Fact name={t('tiers.fiat')} value={t('tiers.notYet')} />
        </FactList>
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Section>
  );
}
