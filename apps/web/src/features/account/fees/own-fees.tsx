import { Progress, Skeleton } from '@mantine/core';
import { formatAmount, formatInteger, LoadFailed, Panel } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { CallResponse } from '../../../lib/api.ts';
import { useVipLevel } from '../../../lib/vip-level.ts';
import { type FeeTier, rateText } from './fee-schedule.tsx';
import styles from './own-fees.module.css';

type OwnFeesProps = {
  readonly own: CallResponse<'GET /api/v3/fee-rate'> | undefined;
  readonly tiers: readonly FeeTier[] | undefined;
  readonly isError: boolean;
  readonly onRetry: () => void;
};

/** The client's rates, the volume they are based on, and how much more volume the next tier requires. */
export function OwnFees({ own, tiers, isError, onRetry }: OwnFeesProps) {
  const { t } = useTranslation('fees');
  const vipLevel = useVipLevel();
  if (!own && isError)
    return (
      <Panel>
        <LoadFailed title={t('own.failed')} onRetry={onRetry} />
      </Panel>
    );
  if (!own || !tiers) return <Skeleton height={164} radius={16} />;
  const volume = Number(own.volume_30d_usdt);
  const next = tiers.find((tier) => Number(tier.volume_from_usdt) > volume);
  return (
    <Panel glass className={styles.panel ?? ''}>
      <dl className={styles.figures}>
        <div>
          <dt>{t('own.level')}</dt>
          <dd>{vipLevel(own.membership_level)}</dd>
        </div>
        <div>
          <dt>{t('own.maker')}</dt>
          <dd className="num">{rateText(own.maker_rate_percent)}</dd>
        </div>
        <div>
          <dt>{t('own.taker')}</dt>
          <dd className="num">{rateText(own.taker_rate_percent)}</dd>
        </div>
        <div>
          <dt>{t('own.volume')}</dt>
          <dd className="num">{t('own.usdt', { amount: formatAmount(own.volume_30d_usdt, 2) })}</dd>
        </div>
      </dl>
      {next ? (
        <div className={styles.next}>
          <Progress
            color="var(--accent)"
            aria-label={t('own.progress')}
            value={Math.min(100, (volume / Number(next.volume_from_usdt)) * 100)}
            size={6}
          />
          <p>
            {t('own.next', {
              level: vipLevel(next.membership_level),
              missing: formatInteger(Math.ceil(Number(next.volume_from_usdt) - volume)),
              maker: rateText(next.maker_rate_percent),
              taker: rateText(next.taker_rate_percent),
            })}
          </p>
        </div>
      ) : (
        <p className={styles.next}>{t('own.highest')}</p>
      )}
    </Panel>
  );
}
