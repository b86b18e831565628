import { type Column, formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { figureColumn } from '../../ui/column-table.tsx';
import { Pane } from '../../ui/page.tsx';
import { MarketState } from './contract-table.tsx';
import styles from './risk.module.css';
import { type MarketRisk, type Risk, secondsSince } from './risk.ts';
import { RiskTable } from './risk-table.tsx';

type Source = MarketRisk['index']['sources'][number];

/** Each market's index: each source's price and its age, and when the index was last confirmed. */
export function IndexMonitor({ risk: { markets, time } }: { readonly risk: Risk }) {
  const { t } = useTranslation('risk');
  const columns = useColumns(markets, time);
  const out = markets.flatMap(({ index }) => index.sources).filter(isOut).length;
  return (
    <Pane
      title={t('index.title')}
      note={t('index.note')}
      side={out > 0 ? <span className={styles.out}>{t('index.out', { count: out })}</span> : null}
    >
      <RiskTable
        label={t('index.title')}
        columns={columns}
        data={{ status: 'success', rows: markets }}
        rowKey={({ name }) => name}
        pageSize={100}
      />
      <p className={styles.rule}>{markets.some(hasSources) ? t('index.rule') : t('index.noSources')}</p>
    </Pane>
  );
}

const isOut = ({ state }: Source): boolean => state !== 'used' && state !== 'compared';

const hasSources = ({ index }: MarketRisk): boolean => index.sources.length > 0;

/** One column per source that any of the markets uses; a market without that source has an empty cell. */
function useColumns(markets: readonly MarketRisk[], nowMs: number): Column<MarketRisk>[] {
  const { t } = useTranslation('risk');
  const names = [...new Set(markets.flatMap(({ index }) => index.sources.map(({ name }) => name)))];
  return [
    { key: 'market', header: t('index.market'), render: ({ base }) => <b>{base}</b> },
    ...names.map(
      (name): Column<MarketRisk> => ({
        key: name,
        header: name,
        align: 'end',
        render: ({ index }) => <SourceCell source={index.sources.find((one) => one.name === name)} nowMs={nowMs} />,
      }),
    ),
    figureColumn('value', t('index.value'), ({ index }) =>
      index.price === '' ? t('contracts.unconfirmed') : formatPrice(index.price),
    ),
    {
      key: 'used',
      header: t('index.used'),
      align: 'end',
      render: ({ index: { used_sources: used, needed_sources: needed } }) => (
        <span className={used < needed ? `num ${styles.out}` : 'num'}>{t('index.usedOf', { used, needed })}</span>
      ),
    },
    {
      key: 'confirmed',
      header: t('index.confirmed'),
      align: 'end',
      render: ({ index: { confirmed_at } }) => (
        <span className="num">
          {confirmed_at === 0
            ? t('index.unread')
            : t('index.confirmedAgo', { seconds: secondsSince(nowMs, confirmed_at) })}
        </span>
      ),
    },
    { key: 'state', header: t('contracts.state'), render: (market) => <MarketState market={market} /> },
  ];
}

function SourceCell({ source, nowMs }: { readonly source: Source | undefined; readonly nowMs: number }) {
  const { t } = useTranslation('risk');
  if (source === undefined) return null;
  if (source.state === 'silent') return <span className="dim">{t('index.silent')}</span>;
  const { state, price, at } = source;
  return (
    <span className="num">
      {state === 'used' ? null : (
        <span className={state === 'compared' ? 'dim' : styles.out}>{t(`index.states.${state}`)} </span>
      )}
      {formatPrice(price)}
      <span className={styles.age}>{t('age', { seconds: secondsSince(nowMs, at) })}</span>
    </span>
  );
}
