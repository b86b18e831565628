import { Link } from '@tanstack/react-router';
import { Chip, type Column, EmptyState, formatAmount, formatPercent, formatPrice, type Rows } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { figureColumn } from '../../ui/column-table.tsx';
import styles from './risk.module.css';
import type { MarketRisk } from './risk.ts';
import { RiskTable } from './risk-table.tsx';

const TONES = { open: 'ok', cancel_only: 'wait', halted: 'bad', delisted: 'plain' } as const;
const FULL_PERCENT = 80;

interface ContractTableProps {
  readonly data: Rows<MarketRisk>;
  /** The name of the market that is shown in detail. */
  readonly chosen: string | undefined;
  readonly onRetry: () => void;
}

/** One row per perpetual market: size, concentration, prices, funding and state. */
export function ContractTable({ data, chosen, onRetry }: ContractTableProps) {
  const { t } = useTranslation('risk');
  const columns = useColumns(chosen);
  return (
    <RiskTable
      label={t('contracts.title')}
      columns={columns}
      data={data}
      rowKey={({ name }) => name}
      pageSize={100}
      empty={<EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
      onRetry={onRetry}
    />
  );
}

function useColumns(chosen: string | undefined): Column<MarketRisk>[] {
  const { t } = useTranslation('risk');
  const percent = (text: string) => (text === '' ? '–' : t('percent', { percent: text }));
  return [
    { key: 'name', header: t('contracts.name'), render: ({ name }) => <Name name={name} isChosen={name === chosen} /> },
    figureColumn('interest', t('contracts.interest'), ({ open_interest_value }) =>
      formatAmount(open_interest_value, 0),
    ),
    {
      key: 'limit',
      header: t('contracts.limit'),
      align: 'end',
      render: ({ open_interest_percent }) => <OfLimit percent={open_interest_percent} />,
    },
    figureColumn('mark', t('contracts.mark'), ({ mark_price }) => formatPrice(mark_price)),
    figureColumn('index', t('contracts.index'), ({ index }) =>
      index.price === '' ? t('contracts.unconfirmed') : formatPrice(index.price),
    ),
    figureColumn('basis', t('contracts.basis'), ({ index }) => formatPercent(index.basis_percent, 3)),
    figureColumn('funding', t('contracts.funding'), ({ funding }) => formatPercent(funding.rate_percent, 4)),
    figureColumn('largest', t('contracts.largest'), ({ long, short }) =>
      [long, short].map((side) => percent(side.largest_percent)).join(' / '),
    ),
    figureColumn('five', t('contracts.five'), ({ long, short }) =>
      [long, short].map((side) => percent(side.five_largest_percent)).join(' / '),
    ),
    figureColumn('house', t('contracts.house'), ({ house }) =>
      house.length === 0
        ? t('contracts.flat')
        : house
            .map(({ side, value }) => t('contracts.houseOf', { side: t(side), value: formatAmount(value, 0) }))
            .join(', '),
    ),
    figureColumn('near', t('contracts.near'), ({ long, short }) =>
      [long, short].map(({ near_liquidation }) => formatAmount(near_liquidation, 0)).join(' / '),
    ),
    { key: 'state', header: t('contracts.state'), render: (market) => <MarketState market={market} /> },
  ];
}

function Name({ name, isChosen }: { readonly name: string; readonly isChosen: boolean }) {
  const { t } = useTranslation('risk');
  return (
    <Link
      to={paths.risk}
      search={{ market: name }}
      className={isChosen ? styles.chosen : styles.name}
      aria-label={t('contracts.choose', { name })}
      aria-current={isChosen ? 'true' : undefined}
      resetScroll={false}
    >
      {name}
    </Link>
  );
}

function OfLimit({ percent }: { readonly percent: string }) {
  const { t } = useTranslation('risk');
  const part = Number(percent);
  return (
    <span className="num">
      {t('percent', { percent })}
      <span className={styles.bar} data-full={part >= FULL_PERCENT || undefined} aria-hidden="true">
        <i style={{ width: `${Math.min(100, part)}%` }} />
      </span>
    </span>
  );
}

export function MarketState({ market: { status, index } }: { readonly market: MarketRisk }) {
  const { t } = useTranslation('risk');
  if (index.is_protected) return <Chip tone="wait">{t('contracts.protected')}</Chip>;
  return <Chip tone={TONES[status]}>{t(`statuses.${status}`)}</Chip>;
}
