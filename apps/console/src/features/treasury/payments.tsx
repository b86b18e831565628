import { Chip, type Column, EmptyState, formatExact, type Rows } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../lib/addresses.ts';
import { utcText } from '../../lib/times.ts';
import { ColumnTable, figureColumn } from '../../ui/column-table.tsx';
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
    figureColumn(
      'amount',
      t('payments.amount'),
      ({ amount, coin, network }) => `${formatExact(amount)} ${coin} ${network}`,
    ),
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
    figureColumn('since', t('payments.since'), ({ wanted_at }) => utcText(wanted_at)),
  ];
  return (
    <ColumnTable
      label={t('payments.title')}
      columns={columns}
      data={data}
      rowKey={({ id }) => id}
      pageSize={50}
      empty={<EmptyState title={t('payments.empty')} />}
      onRetry={onRetry}
    />
  );
}
