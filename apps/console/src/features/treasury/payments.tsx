import { Chip, type Column, DataTable, EmptyState, formatExact, type Rows } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../lib/addresses.ts';
import { utcText } from '../../lib/times.ts';
import { ColumnCard } from '../../ui/column-card.tsx';
import { ListFailure } from '../../ui/list-failure.tsx';
import type { TreasuryResponse } from './treasury.ts';

type Payment = TreasuryResponse['payments'][number];

/** Payments in progress, and what delays them. */
export function Payments({ data, onRetry }: { readonly data: Rows<Payment>; readonly onRetry: () => void }) {
  const { t } = useTranslation('treasury');
  const columns: Column<Payment>[] = [
    {
      key: 'id',
      header: t('payments.what'),
      render: ({ id, purpose }) => `${t(`payments.purposes.${purpose}`)} ${id.split(':').slice(1).join('.')}`,
    },
    {
      key: 'amount',
      header: t('payments.amount'),
      align: 'end',
      render: ({ amount, coin, network }) => <span className="num">{`${formatExact(amount)} ${coin} ${network}`}</span>,
    },
    { key: 'to', header: t('payments.to'), render: ({ to }) => <span className="num">{grouped(to)}</span> },
    {
      key: 'state',
      header: t('payments.state'),
      render: ({ state, problem, confirmations }) => (
        <>
          <Chip tone={state === 'failed' ? 'bad' : problem === '' ? 'plain' : 'wait'}>
            {t(`payments.states.${state}`)}
          </Chip>{' '}
          {problem === ''
            ? state === 'included'
              ? t('payments.confirmations', { count: confirmations })
              : ''
            : problem}
        </>
      ),
    },
    {
      key: 'since',
      header: t('payments.since'),
      align: 'end',
      render: ({ wanted_at }) => <span className="num">{utcText(wanted_at)}</span>,
    },
  ];
  return (
    <DataTable
      dense
      label={t('payments.title')}
      columns={columns}
      data={data}
      card={(row) => <ColumnCard columns={columns} row={row} />}
      rowKey={({ id }) => id}
      pageSize={50}
      empty={<EmptyState title={t('payments.empty')} />}
      error={<ListFailure onRetry={onRetry} />}
    />
  );
}
