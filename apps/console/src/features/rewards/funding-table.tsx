import { EmptyState, formatExact, formatInteger, type Rows } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { utcText } from '../../lib/times.ts';
import { ColumnTable, figureColumn } from '../../ui/column-table.tsx';
import type { Funding } from './rewards.ts';

interface FundingTableProps {
  readonly data: Rows<Funding>;
  readonly onRetry: () => void;
}

/** The deposits into the fund, with the log positions of their transfers. */
export function FundingTable({ data, onRetry }: FundingTableProps) {
  const { t } = useTranslation('rewards');
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
        { key: 'source', header: t('fund.source'), render: ({ source }) => t(`fund.sources.${source}`) },
        figureColumn<Funding>('amount', t('fund.amount'), ({ amount, coin }) => `${formatExact(amount)} ${coin}`),
        figureColumn<Funding>('position', t('fundings.position'), ({ position }) =>
          position === 0 ? t('fundings.underWay') : formatInteger(position),
        ),
      ]}
    />
  );
}
