import { type Column, formatAmount, formatPercent, formatPrice, rowsOf } from '@vitrine/ui';
import type { TFunction } from 'i18next';
import type { CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { type FuturesPosition, isOf, useFuturesPositions } from '../../../lib/futures.ts';
import { coinsOf } from '../../../lib/market-names.ts';
import { RecordTable } from '../shared/record-table.tsx';
import { SignedText } from './columns.tsx';
import { distanceText } from './distance.ts';
import { CloseAllButton, CloseButton, MarginButtons, ProtectionButton } from './position-actions.tsx';
import { PositionCard } from './position-card.tsx';
import styles from './positions.module.css';
import { SideMark } from './side-mark.tsx';

const ROWS = 20;

type PositionsTableProps = {
  /** If given, only positions in this market are shown. */
  readonly only: string | undefined;
  /** The slot for the button that closes all these positions, except those whose minimum term has not ended. */
  readonly tools?: HTMLElement | null;
};

/** The client's open positions at the mark prices, with their actions. */
export function PositionsTable({ only, tools }: PositionsTableProps) {
  const { t } = useTranslation('futures');
  const query = useFuturesPositions();
  const data = rowsOf(query, (positions) => positions.filter(isOf(only)));
  const positions = data.status === 'success' ? data.rows.filter(({ is_bound }) => !is_bound) : [];
  return (
    <>
      {tools && positions.length > 1 ? createPortal(<CloseAllButton positions={positions} />, tools) : null}
      <RecordTable
        label={t('tab.positions')}
        columns={positionColumns(t)}
        list={{ data, retry: query.refetch }}
        rowKey={({ id }) => id}
        pageSize={ROWS}
        skeletonRows={2}
        dense
        card={(position) => <PositionCard position={position} />}
        emptyText={t('empty.positions')}
      />
    </>
  );
}

const two = (key: string, header: string, upper: Render, lower: Render): Column<FuturesPosition> => ({
  key,
  header,
  align: 'end',
  render: (position) => (
    <span className={`num ${styles.two}`}>
      {upper(position)}
      <small>{lower(position)}</small>
    </span>
  ),
});
type Render = (position: FuturesPosition) => React.ReactNode;

const positionColumns = (t: TFunction<'futures'>): Column<FuturesPosition>[] => [
  {
    key: 'market',
    header: t('columns.market'),
    render: ({ name, side, leverage }) => <SideMark name={name} side={side} leverage={leverage} />,
  },
  two(
    'size',
    t('columns.sizeValue'),
    ({ size, name }) => `${formatPrice(size)} ${coinsOf(name).base}`,
    ({ value }) => formatAmount(value, 2),
  ),
  two(
    'entry',
    t('columns.entryMark'),
    ({ entry_price }) => formatPrice(entry_price),
    ({ mark_price }) => formatPrice(mark_price),
  ),
  two(
    'income',
    t('columns.income'),
    ({ profit }) => <SignedText value={profit} />,
    ({ rate_of_return_percent: rate }) => (rate === '' ? '–' : formatPercent(rate)),
  ),
  {
    key: 'margin',
    header: t('columns.margin'),
    align: 'end',
    render: (position) => (
      <span className={styles.margin}>
        <span className="num">{formatAmount(position.margin, 2)}</span>
        <MarginButtons position={position} />
      </span>
    ),
  },
  { key: 'ratio', header: t('columns.ratio'), render: (position) => <MarginRatio position={position} /> },
  two(
    'liquidation',
    t('columns.liquidation'),
    ({ liquidation_price }) => (
      <span className={styles.liquidation}>
        {liquidation_price === '' ? <span title={t('liquidation.never')}>—</span> : formatPrice(liquidation_price)}
      </span>
    ),
    (position) => distanceText(position),
  ),
  {
    key: 'protection',
    header: t('columns.protection'),
    align: 'end',
    render: (p) => <ProtectionButton position={p} />,
  },
  {
    key: 'actions',
    header: <span className="visually-hidden">{t('columns.actions')}</span>,
    align: 'end',
    render: (position) => <CloseButton position={position} />,
  },
];

/** The ratio of the maintenance margin to margin plus profit: at 100% the position is liquidated. */
function MarginRatio({ position }: { readonly position: FuturesPosition }) {
  const { t } = useTranslation('futures');
  const { margin_ratio_percent: ratio } = position;
  const share = Math.min(100, ratio === '' ? 100 : Number(ratio));
  return (
    <span className={`num ${styles.ratio}`} title={t('ratioNote')}>
      <span
        className={styles.meter}
        data-level={share > 80 ? 'high' : share > 50 ? 'middle' : 'low'}
        style={{ '--share': `${share}%` } as CSSProperties}
        aria-hidden="true"
      />
      {ratio === '' ? '–' : `${formatAmount(ratio, 2)}%`}
    </span>
  );
}
