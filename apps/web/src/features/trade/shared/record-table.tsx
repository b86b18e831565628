import { IconListDetails } from '@tabler/icons-react';
import { DataTable, EmptyState, LoadFailed, MoreRows } from '@vitrine/ui';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordList } from './record-list.ts';

type RecordTableProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'data' | 'empty' | 'error' | 'pageLabel'> & {
  readonly list: RecordList<Row>;
  readonly emptyText: string;
  /** The action offered for an empty list. */
  readonly emptyAction?: ReactNode;
};

/** A table of records, with a button that loads more records. */
export function RecordTable<Row>({ list, emptyText, emptyAction, ...table }: RecordTableProps<Row>) {
  const { t } = useTranslation('trade');
  return (
    <>
      <DataTable
        {...table}
        data={list.data}
        pageLabel={(page) => t('orders.page', { page })}
        empty={
          <EmptyState
            icon={IconListDetails}
            caption={t('orders.empty')}
            title={emptyText}
            role="status"
            action={emptyAction}
          />
        }
        error={<LoadFailed title={t('orders.failed')} onRetry={list.retry} />}
      />
      {list.pages ? <MoreRows query={list.pages} label={t('orders.more')} failed={t('orders.failed')} /> : null}
    </>
  );
}
