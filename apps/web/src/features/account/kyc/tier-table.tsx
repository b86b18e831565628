import { Chip, formatInteger, formatPrice, LoadFailed } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallResponse, errorText } from '../../../lib/api.ts';
import { trimZeros } from '../../../lib/decimal.ts';
import { useWithdrawalLimits } from '../../../lib/withdrawals.ts';
import { Section } from '../../../ui/section.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import styles from './tier-table.module.css';
import { useLimits } from './use-proof.ts';

type Limits = CallResponse<'GET /api/v3/account-limits'>;
type Tier = Limits['tiers'][number];

/** The limits of each tier, side by side; the client's tier is marked. */
export function TierTable() {
  const { t } = useTranslation(['kyc', 'common']);
  const { data, isError, error, refetch } = useLimits();
  return (
    <Section title={t('tiers.section')} note={data && t(`tiers.requirement.${data.kyc_requirement}`)}>
      {data ? (
        <Table limits={data} />
      ) : isError ? (
        <LoadFailed title={errorText(error)} onRetry={refetch} />
      ) : (
        <SkeletonLines lines={5} />
      )}
    </Section>
  );
}

const rows: readonly { readonly name: 'needs' | 'trade' | 'deposit' | 'withdrawal' | 'fiat' }[] = [
  { name: 'needs' },
  { name: 'trade' },
  { name: 'deposit' },
  { name: 'withdrawal' },
  { name: 'fiat' },
];

function Table({ limits: { tier: own, tiers } }: { readonly limits: Limits }) {
  const { t } = useTranslation(['kyc', 'common']);
  const cells: Record<(typeof rows)[number]['name'], (tier: Tier) => ReactNode> = {
    needs: ({ name }) => t(`tiers.needsOf.${name}`),
    trade: ({ may_trade }) => t(may_trade ? 'tiers.yes' : 'tiers.afterVerification'),
    deposit: () => t('tiers.unlimited'),
    withdrawal: ({ name, withdrawal_per_day }) => (
      <>
        <b className="num">{t('tiers.usdt', { amount: formatInteger(Number(withdrawal_per_day)) })}</b>
        {name === own ? <Used /> : null}
      </>
    ),
    fiat: () => t('tiers.notYet'),
  };
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('tiers.what')}</th>
            {tiers.map(({ name }) => (
              <th key={name} scope="col" data-own={name === own || undefined}>
                {t(name === 'Verified' ? 'common:account.verified' : 'common:account.unverified')}
                {name === own ? <Chip tone="note">{t('tiers.yours')}</Chip> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name }) => (
            <tr key={name}>
              <th scope="row">{t(`tiers.${name}`)}</th>
              {tiers.map((tier) => (
                <td key={tier.name} data-own={tier.name === own || undefined}>
                  {cells[name](tier)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The part of the client's limit that is used. */
function Used() {
  const { t } = useTranslation('kyc');
  const { data } = useWithdrawalLimits();
  if (data === undefined) return null;
  const usdt = (text: string) => formatPrice(trimZeros(text));
  return (
    <small className={`num ${styles.used}`}>{t('tiers.used', { used: usdt(data.used), left: usdt(data.left) })}</small>
  );
}
