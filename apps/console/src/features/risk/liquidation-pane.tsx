import { type Column, EmptyState, formatAmount, formatExact, formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { utcText } from '../../lib/times.ts';
import { figureColumn } from '../../ui/column-table.tsx';
import { Pane } from '../../ui/page.tsx';
import { isZero, type Liquidation, type Risk } from './risk.ts';
import { RiskTable } from './risk-table.tsx';

const SHOWN = 10;
const MEANS = ['in_book', 'own_position', 'insurance_fund', 'deleveraged'] as const;

/** The newest liquidations, and how the position of each was closed. */
export function LiquidationPane({ risk: { liquidations } }: { readonly risk: Risk }) {
  const { t } = useTranslation('risk');
  const columns = useColumns();
  return (
    <Pane title={t('liquidations.title')} note={t('liquidations.note', { count: SHOWN })}>
      <RiskTable
        label={t('liquidations.title')}
        columns={columns}
        data={{ status: 'success', rows: liquidations.slice(0, SHOWN) }}
        rowKey={({ id }) => id}
        pageSize={SHOWN}
        empty={<EmptyState title={t('liquidations.empty')} />}
      />
    </Pane>
  );
}

function useColumns(): Column<Liquidation>[] {
  const { t } = useTranslation('risk');
  return [
    {
      key: 'time',
      header: t('liquidations.time'),
      render: ({ time }) => <span className="num">{utcText(time).slice(5)}</span>,
    },
    {
      key: 'position',
      header: t('liquidations.position'),
      render: ({ name, side, size }) => (
        <span className="num">
          <b>{name.split('-')[0]}</b> {t(side)} {formatExact(size)}
        </span>
      ),
    },
    figureColumn('value', t('liquidations.value'), ({ value }) => formatAmount(value, 0)),
    figureColumn('mark', t('liquidations.mark'), ({ mark_price }) => formatPrice(mark_price)),
    { key: 'closed', header: t('liquidations.closed'), render: (row) => <ClosedBy row={row} /> },
    figureColumn('fee', t('liquidations.fee'), ({ fee }) => (fee === '' ? '–' : formatAmount(fee, 2))),
  ];
}

function ClosedBy({ row }: { readonly row: Liquidation }) {
  const { t } = useTranslation('risk');
  const used = MEANS.filter((means) => !isZero(row[means]));
  if (used.length === 0) return <span className="dim">{t('liquidations.running')}</span>;
  const [only] = used;
  if (used.length === 1 && only !== undefined) return <span>{t(`liquidations.means.${only}`)}</span>;
  return (
    <span className="num">
      {used
        .map((means) =>
          t('liquidations.meansOf', { means: t(`liquidations.means.${means}`), size: formatExact(row[means]) }),
        )
        .join(', ')}
    </span>
  );
}
