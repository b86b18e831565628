import { Chip, type Column, DataTable, EmptyState, formatExact, formatInteger, type Rows } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { utcText } from '../../lib/times.ts';
import { ColumnCard } from '../../ui/column-card.tsx';
import { ListFailure } from '../../ui/list-failure.tsx';
import { isZero, type TreasuryResponse } from './treasury.ts';

type Holding = TreasuryResponse['holdings'][number];

/** On-chain holdings compared with what the ledger owes, with a column for each term of the calculation. */
export function Holdings({ data, onRetry }: { readonly data: Rows<Holding>; readonly onRetry: () => void }) {
  const { t } = useTranslation('treasury');
  const columns = useColumns();
  return (
    <DataTable
      dense
      label={t('holdings.title')}
      columns={columns}
      data={data}
      card={(row) => <ColumnCard columns={columns} row={row} />}
      rowKey={({ network, coin }) => `${network} ${coin}`}
      pageSize={100}
      empty={<EmptyState title={t('holdings.empty')} />}
      error={<ListFailure onRetry={onRetry} />}
    />
  );
}

function useColumns(): Column<Holding>[] {
  const { t } = useTranslation('treasury');
  const amount = (key: 'hot' | 'at_addresses' | 'owed' | 'uncredited' | 'rounding' | 'leaving'): Column<Holding> => ({
    key,
    header: t(`holdings.${key}`),
    align: 'end',
    render: (row) => <span className="num">{formatExact(row[key])}</span>,
  });
  return [
    { key: 'network', header: t('network'), render: ({ network, coin }) => `${coin} ${network}` },
    amount('hot'),
    amount('at_addresses'),
    amount('owed'),
    amount('uncredited'),
    amount('rounding'),
    amount('leaving'),
    {
      key: 'difference',
      header: t('holdings.difference'),
      align: 'end',
      render: ({ difference }) =>
        isZero(difference) ? (
          <Chip tone="ok">{t('holdings.agrees')}</Chip>
        ) : (
          <Chip tone="bad">{formatExact(difference)}</Chip>
        ),
    },
    {
      key: 'at',
      header: t('holdings.at'),
      align: 'end',
      render: ({ at, height }) => (
        <span className="num">
          {utcText(at)} · {t('holdings.height', { height: formatInteger(height) })}
        </span>
      ),
    },
  ];
}
