import { formatCompact, formatInteger, formatPercent, formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { useFuturesTicker } from '../../../lib/futures.ts';
import { coinsOf } from '../../../lib/market-names.ts';
import { timeText } from '../../../lib/when.ts';
import { Chart, HEIGHT, Line, WIDTH } from './chart.tsx';
import { type DataWindow, type Funding, type PositionData, useFundings, usePositionData } from './data.ts';
import { DataCard } from './data-card.tsx';
import { sumText } from './sums.ts';
import styles from './trading-data.module.css';

interface OfContract {
  /** The perpetual market. */
  readonly name: string;
  readonly window: DataWindow;
}

const RATE_DECIMALS = 4;
const rateText = (rate: string): string => formatPercent(rate, RATE_DECIMALS);

/** The estimated next funding rate, and the rates of the last week. */
export function FundingCard({ name }: Pick<OfContract, 'name'>) {
  const { t } = useTranslation('markets');
  const ticker = useFuturesTicker(name);
  const payer = (rate: string) => (Number(rate) < 0 ? t('data.funding.shortsPay') : t('data.funding.longsPay'));
  return (
    <DataCard
      title={t('data.funding.title')}
      span={4}
      edge="left"
      query={useFundings(name)}
      isEmpty={(fundings) => fundings.length === 0}
      emptyText={
        ticker
          ? t('data.funding.first', {
              time: timeText(ticker.next_funding_at),
              rate: rateText(ticker.funding_rate_percent),
            })
          : t('data.funding.empty')
      }
      figure={() => (ticker ? rateText(ticker.funding_rate_percent) : t('data.none'))}
      note={(fundings) =>
        ticker
          ? t('data.funding.note', {
              payer: payer(ticker.funding_rate_percent),
              time: timeText(ticker.next_funding_at),
              count: fundings.length,
              sum: rateText(sumText(fundings.map(({ rate_percent }) => rate_percent))),
            })
          : null
      }
    >
      {(fundings) => <FundingBars fundings={fundings} />}
    </DataCard>
  );
}

function FundingBars({ fundings }: { readonly fundings: readonly Funding[] }) {
  const { t } = useTranslation('markets');
  const rates = fundings.map(({ rate_percent }) => Number(rate_percent));
  const [low, high] = [Math.min(0, ...rates), Math.max(0, ...rates)];
  const y = (rate: number) => HEIGHT - ((rate - low) / (high - low || 1)) * HEIGHT;
  const step = WIDTH / rates.length;
  return (
    <Chart
      label={t('data.funding.label')}
      scale={[rateText(String(high)), rateText(String(low))]}
      times={fundings.map(({ time }) => time)}
    >
      {rates.map((rate, i) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the settlements have a fixed order
          key={i}
          className={styles.accent}
          x={i * step + step * 0.2}
          width={step * 0.6}
          y={Math.min(y(rate), y(0))}
          height={Math.max(1, Math.abs(y(rate) - y(0)))}
        />
      ))}
    </Chart>
  );
}

const hasNoSamples = ({ samples }: PositionData): boolean => samples.length === 0;

export function OpenInterestCard({ name, window }: OfContract) {
  const { t } = useTranslation('markets');
  const ticker = useFuturesTicker(name);
  return (
    <DataCard
      title={t('data.interest.title')}
      span={4}
      query={usePositionData(name, window)}
      isEmpty={hasNoSamples}
      emptyText={t('data.interest.empty')}
      figure={({ samples }) => (
        <>
          {formatCompact(ticker?.open_interest_usdt ?? samples.at(-1)?.open_interest_usdt)} <small>USDT</small>
        </>
      )}
      note={({ samples }) =>
        t('data.interest.note', {
          size: formatCompact(ticker?.open_interest ?? samples.at(-1)?.open_interest),
          coin: coinsOf(name).base,
          time: timeText(samples[0]?.time ?? 0),
        })
      }
    >
      {({ samples }) => <InterestLine samples={samples} />}
    </DataCard>
  );
}

function InterestLine({ samples }: Pick<PositionData, 'samples'>) {
  const { t } = useTranslation('markets');
  const values = samples.map(({ open_interest_usdt }) => Number(open_interest_usdt));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const drawn = values.length === 1 ? [...values, ...values] : values;
  // If the value never changed, the scale goes from zero to twice the value, so that the line is drawn in the middle.
  const [low, high] = least === most ? [0, 2 * most || 1] : [least, most];
  const scale = least === most ? ['', formatCompact(String(most))] : [formatCompact(String(high))];
  if (most > 0) scale.push(formatCompact(String(low)));
  return (
    <Chart label={t('data.interest.label')} scale={scale} times={samples.map(({ time }) => time)}>
      <Line isFilled values={drawn} low={low} high={high} />
    </Chart>
  );
}

const WHOLE = 100;
const longPart = ({ long_accounts: long, short_accounts: short }: PositionData['samples'][number]): number =>
  long / (long + short);
const withAccounts = ({ samples }: PositionData) =>
  samples.filter(({ long_accounts, short_accounts }) => long_accounts + short_accounts > 0);

/** The number of accounts that are long, and of those that are short. */
export function AccountsCard({ name, window }: OfContract) {
  const { t } = useTranslation('markets');
  return (
    <DataCard
      title={t('data.accounts.title')}
      span={4}
      edge="right"
      query={usePositionData(name, window)}
      isEmpty={(data) => withAccounts(data).length === 0}
      emptyText={t('data.accounts.empty')}
      figure={(data) => {
        const last = withAccounts(data).at(-1);
        return last && last.short_accounts > 0 ? (last.long_accounts / last.short_accounts).toFixed(2) : t('data.none');
      }}
      note={(data) => {
        const last = withAccounts(data).at(-1);
        return last
          ? t('data.accounts.note', {
              long: formatInteger(last.long_accounts),
              short: formatInteger(last.short_accounts),
              part: formatPercent(String(longPart(last) * WHOLE), 1).replace('+', ''),
            })
          : null;
      }}
    >
      {(data) => <AccountsArea samples={withAccounts(data)} />}
    </DataCard>
  );
}

function AccountsArea({ samples }: Pick<PositionData, 'samples'>) {
  const { t } = useTranslation('markets');
  const parts = samples.map(longPart);
  const drawn = parts.length === 1 ? [...parts, ...parts] : parts;
  const x = (i: number) => (i * WIDTH) / (drawn.length - 1);
  const line = drawn.map((part, i) => `L${x(i)} ${HEIGHT - part * HEIGHT}`).join('');
  return (
    <>
      <p className={styles.key}>
        <span data-side="sell">▼ {t('data.accounts.short')}</span>{' '}
        <span data-side="buy">▲ {t('data.accounts.long')}</span>
      </p>
      <Chart label={t('data.accounts.label')} scale={['100%', '50%', '0%']} times={samples.map(({ time }) => time)}>
        <rect className={styles.shortArea} x="0" y="0" width={WIDTH} height={HEIGHT} />
        <path className={styles.longArea} d={`M0 ${HEIGHT}${line}L${WIDTH} ${HEIGHT}Z`} />
      </Chart>
    </>
  );
}

/** Liquidated value by mark price. */
export function LiquidationsCard({ name, window }: OfContract) {
  const { t } = useTranslation('markets');
  return (
    <DataCard
      title={t('data.liquidations.title')}
      span={8}
      edge="left"
      query={usePositionData(name, window)}
      isEmpty={({ liquidations }) => liquidations.count === 0}
      emptyText={t(`data.liquidations.empty.${window}`)}
      figure={({ liquidations: { longs, shorts } }) => (
        <>
          {formatCompact(sumText([longs, shorts]))} <small>USDT</small>
        </>
      )}
      note={({ liquidations: { is_complete, count, longs, shorts } }) =>
        t(is_complete ? 'data.liquidations.note' : 'data.liquidations.newest', {
          count,
          longs: formatCompact(longs),
          shorts: formatCompact(shorts),
        })
      }
    >
      {({ liquidations }) => <LiquidationBars prices={liquidations.prices} />}
    </DataCard>
  );
}

function LiquidationBars({ prices }: Pick<PositionData['liquidations'], 'prices'>) {
  const { t } = useTranslation('markets');
  const sums = prices.map(({ longs, shorts }) => Number(longs) + Number(shorts));
  const most = Math.max(...sums);
  const step = WIDTH / prices.length;
  const height = (value: string) => (Number(value) / most) * HEIGHT;
  return (
    <>
      <Chart label={t('data.liquidations.label')} scale={[formatCompact(String(most)), '0']} times={[]}>
        {prices.map(({ from, longs, shorts }, i) => (
          <g key={from}>
            <rect
              className={styles.down}
              x={i * step + 1}
              width={Math.max(1, step - 2)}
              y={HEIGHT - height(longs)}
              height={height(longs)}
            />
            <rect
              className={styles.up}
              x={i * step + 1}
              width={Math.max(1, step - 2)}
              y={HEIGHT - height(longs) - height(shorts)}
              height={height(shorts)}
            />
          </g>
        ))}
      </Chart>
      <p className={`num ${styles.ends}`}>
        <span>{formatPrice(prices[0]?.from)}</span>
        <span>{formatPrice(prices.at(-1)?.to)}</span>
      </p>
    </>
  );
}
