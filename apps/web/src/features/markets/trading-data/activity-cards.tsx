import { Link } from '@tanstack/react-router';
import { ChangeText, CoinIcon, formatCompact } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { useMarketPath } from '../../../lib/market-path.ts';
import { type DataWindow, type MarketActivity, useMarketActivity } from './data.ts';
import { DataCard } from './data-card.tsx';
import { sumText } from './sums.ts';
import { timeAxis } from './time-axis.ts';
import styles from './trading-data.module.css';

type OfWindow = { readonly window: DataWindow };
type Activity = MarketActivity['markets'][number];

const moved = ({ markets }: MarketActivity): Activity[] =>
  markets.filter(({ percent }) => percent !== '').sort((a, b) => Number(b.percent) - Number(a.percent));

/** The number of top gainers shown, and of top losers. */
const ENDS = 4;
const ICON = 18;
const PERCENT = 100;

export function MoversCard({ window }: OfWindow) {
  const { t } = useTranslation('markets');
  return (
    <DataCard
      title={t(`data.movers.${window}`)}
      span={4}
      edge="right"
      query={useMarketActivity(window)}
      isEmpty={(activity) => moved(activity).length === 0}
      emptyText={t('data.noTrades')}
      figure={(activity) => <small>{t('data.movers.count', { count: moved(activity).length })}</small>}
    >
      {(activity) => <Movers all={moved(activity)} />}
    </DataCard>
  );
}

function Movers({ all }: { readonly all: readonly Activity[] }) {
  const market = useMarketPath();
  const shown = all.length <= 2 * ENDS ? all : [...all.slice(0, ENDS), ...all.slice(-ENDS)];
  const most = Math.max(...shown.map(({ percent }) => Math.abs(Number(percent)))) || 1;
  return (
    <ul className={styles.movers}>
      {shown.map(({ name, base, percent }) => {
        const part = (Math.abs(Number(percent)) / most) * (PERCENT / 2);
        return (
          <li key={name}>
            <Link to={market} params={{ coin: base }}>
              <CoinIcon coin={base} size={ICON} /> <b>{base}</b>
            </Link>
            <span className={styles.swing} aria-hidden="true">
              <i data-side={Number(percent) < 0 ? 'sell' : 'buy'} style={{ width: `${part}%` }} />
            </span>
            <ChangeText value={percent} />
          </li>
        );
      })}
    </ul>
  );
}

/** The spot volume of every coin in each time step: the darker a cell, the larger the volume. */
export function VolumesCard({ window }: OfWindow) {
  const { t } = useTranslation('markets');
  return (
    <DataCard
      title={t(`data.volumes.${window}`)}
      span={12}
      edge="both"
      query={useMarketActivity(window)}
      isEmpty={({ markets }) => markets.every(({ volume_usdt }) => Number(volume_usdt) === 0)}
      emptyText={t('data.noTrades')}
      figure={({ markets }) => (
        <>
          {formatCompact(sumText(markets.map(({ volume_usdt }) => volume_usdt)))} <small>USDT</small>
        </>
      )}
      note={() => t('data.volumes.note')}
    >
      {(activity) => <Volumes activity={activity} />}
    </DataCard>
  );
}

const MOST_ROWS = 10;
const SECOND_MS = 1000;
const FAINTEST = 0.06;

function Volumes({ activity: { from, step_seconds, markets } }: { readonly activity: MarketActivity }) {
  const { t } = useTranslation('markets');
  const rows = markets
    .filter(({ volume_usdt }) => Number(volume_usdt) > 0)
    .sort((a, b) => Number(b.volume_usdt) - Number(a.volume_usdt))
    .slice(0, MOST_ROWS);
  const times = (rows[0]?.volumes ?? []).map((_, i) => from + i * step_seconds * SECOND_MS);
  return (
    <div className={styles.heat}>
      <table>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('column.name')}</th>
            <th scope="col">{t('data.volumes.steps')}</th>
            <th scope="col">{t('data.volumes.total')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, base, volumes, volume_usdt }) => (
            <tr key={name}>
              <th scope="row">
                <span className={styles.coin}>
                  <CoinIcon coin={base} size={ICON} /> {base}
                </span>
              </th>
              <td>
                <Row volumes={volumes} />
              </td>
              <td className="num">{formatCompact(volume_usdt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={`num ${styles.times}`} aria-hidden="true">
        {timeAxis(times).map((text, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two times may have the same text
          <li key={i}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

function Row({ volumes }: Pick<Activity, 'volumes'>) {
  const most = Math.max(...volumes.map(Number));
  return (
    <svg viewBox={`0 0 ${volumes.length * 10} 10`} preserveAspectRatio="none" aria-hidden="true">
      {volumes.map((volume, i) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps have a fixed order
          key={i}
          className={styles.accent}
          x={i * 10 + 0.5}
          width="9"
          height="10"
          opacity={Math.max(FAINTEST, (Number(volume) / most) ** 2)}
        />
      ))}
    </svg>
  );
}
