import { Chip, decimalsNeeded, formatAmount, formatInteger, LoadFailed } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { CallResponse } from '../../../lib/api.ts';
import { useVipLevel } from '../../../lib/vip-level.ts';
import { Section } from '../../../ui/section.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import styles from './fee-schedule.module.css';

export type FeeTier = CallResponse<'GET /api/v3/fee-schedule'>['tiers'][number];

type FeeScheduleProps = {
  readonly tiers: readonly FeeTier[] | undefined;
  readonly ownLevel: string | undefined;
  readonly isError: boolean;
  readonly onRetry: () => void;
};

/** An exact rate, such as 0.08%. In a column, all rates have the same number of decimals. */
export const rateText = (percent: string, column: readonly string[] = []): string =>
  `${formatAmount(percent, decimalsNeeded([percent, ...column]))}%`;

/** The rates of every tier; the client's tier is marked. */
export function FeeSchedule({ tiers, ownLevel, isError, onRetry }: FeeScheduleProps) {
  const { t } = useTranslation('fees');
  const vipLevel = useVipLevel();
  const rates = tiers?.flatMap((tier) => [tier.maker_rate_percent, tier.taker_rate_percent]);
  return (
    <Section title={t('schedule.title')} note={t('schedule.note')}>
      {tiers ? (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('schedule.level')}</th>
              <th scope="col">{t('schedule.volume')}</th>
              <th scope="col">{t('schedule.maker')}</th>
              <th scope="col">{t('schedule.taker')}</th>
            </tr>
          </thead>
          <tbody>
            {tiers.map((tier) => (
              <tr key={tier.tier} data-own={tier.membership_level === ownLevel || undefined}>
                <th scope="row">
                  <span className={styles.level}>
                    {vipLevel(tier.membership_level)}
                    {tier.membership_level === ownLevel ? <Chip tone="note">{t('schedule.yours')}</Chip> : null}
                  </span>
                </th>
                <td className="num">≥ {formatInteger(tier.volume_from_usdt)}</td>
                <td className="num">{rateText(tier.maker_rate_percent, rates)}</td>
                <td className="num">{rateText(tier.taker_rate_percent, rates)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : isError ? (
        <LoadFailed title={t('schedule.failed')} onRetry={onRetry} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Section>
  );
}
