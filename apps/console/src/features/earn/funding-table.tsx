import { EmptyState, formatExact, formatInteger, type Rows } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { utcText } from '../../lib/times.ts';
import { ColumnTable, figureColumn } from '../../ui/column-table.tsx';
import type { FundingRow } from './earn.ts';

interface FundingTableProps {
  readonly data: Rows<FundingRow>;
  readonly onRetry: () => void;
}

/** The money that went into the pools and back, with the log positions of the transfers. */
export function FundingTable({ data, onRetry }: FundingTableProps) {
  const { t } = useTranslation('earn');
  return (
    <ColumnTable
      label={t('fundings.title')}
      data={data}
      onRetry={onRetry}
      rowKey={({ id }) => String(id)}
      pageSize={20}
      empty={<EmptyState title={t('fundings.none')} />}
      columns={[
        { key: 'at', header: t('fundings.at'), render: ({ approved_at }) => utcText(approved_at) },
        { key: 'pool', header: t('pools.pool'), render: ({ pool }) => pool },
        { key: 'direction', header: t('fundings.direction'), render: ({ direction }) => t(`fundings.${direction}`) },
        { key: 'account', header: t('pools.account'), render: ({ account }) => t(`accounts.${account}`) },
        figureColumn<FundingRow>('amount', t('pools.amount'), ({ amount, coin }) => `${formatExact(amount)} ${coin}`),
        figureColumn<FundingRow>('position', t('fundings.position'), ({ position, state }) =>
          state === 'done' ? formatInteger(position) : t(`fundings.${state}`),
        ),
      ]}
    />
  );
}
