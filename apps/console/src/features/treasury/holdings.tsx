import { Chip, type Column, EmptyState, formatExact, formatInteger, type Rows } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { utcText } from '../../lib/times.ts';
import { ColumnTable, figureColumn } from '../../ui/column-table.tsx';
import { isZero, type TreasuryResponse } from './treasury.ts';

type Holding = TreasuryResponse['holdings'][number];

/** On-chain holdings compared with what the ledger owes, with a column for each term of the calculation. */
export function Holdings({ data, onRetry }: { readonly data: Rows<Holding>; readonly onRetry: () => void }) {
  const { t } = useTranslation('treasury');
  const columns = useColumns();
  return (
    <ColumnTable
      label={t('holdings.title')}
      columns={columns}
      data={data}
      rowKey={({ network, coin }) => `${network} ${coin}`}
      pageSize={100}
      empty={<EmptyState title={t('holdings.empty')} />}
      onRetry={onRetry}
    />
  );
}

function useColumns(): Column<Holding>[] {
  const { t } = useTranslation('treasury');
  const amount = (key: 'hot' | 'at_addresses' | 'owed' | 'uncredited' | 'rounding' | 'leaving') =>
    figureColumn<Holding>(key, t(`holdings.${key}`), (row) => formatExact(row[key]));
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
    figureColumn(
      'at',
      t('holdings.at'),
      ({ at, height }) => `${utcText(at)} · ${t('holdings.height', { height: formatInteger(height) })}`,
    ),
  ];
}
