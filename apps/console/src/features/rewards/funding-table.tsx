import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { EmptyState, formatExact, formatInteger, type Rows } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { utcText } from '../../lib/times.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { ColumnTable, figureColumn } from '../../ui/column-table.tsx';
import { type Funding, REWARDS_KEY } from './rewards.ts';

interface FundingTableProps {
  readonly data: Rows<Funding>;
  readonly onRetry: () => void;
  readonly mayAct: boolean;
}

/** Transfers into the fund and back, with their log positions. */
export function FundingTable({ data, onRetry, mayAct }: FundingTableProps) {
  const { t } = useTranslation(['rewards', 'common']);
  const [cancelled, setCancelled] = useState<Funding>();
  return (
    <>
      <ColumnTable
        label={t('fundings.title')}
        data={data}
        onRetry={onRetry}
        rowKey={({ id }) => String(id)}
        pageSize={20}
        empty={<EmptyState title={t('fundings.none')} />}
        columns={[
          { key: 'at', header: t('fundings.at'), render: ({ approved_at }) => utcText(approved_at) },
          { key: 'direction', header: t('fundings.direction'), render: ({ direction }) => t(`fundings.${direction}`) },
          { key: 'source', header: t('fundings.account'), render: ({ source }) => t(`fund.sources.${source}`) },
          figureColumn<Funding>('amount', t('fund.amount'), ({ amount, coin }) => `${formatExact(amount)} ${coin}`),
          figureColumn<Funding>('position', t('fundings.position'), ({ position, state }) =>
            position === 0
              ? t(state === 'cancelled' ? 'fundings.cancelled' : 'fundings.underWay')
              : formatInteger(position),
          ),
          {
            key: 'act',
            header: <span className="visually-hidden">{t('common:actions')}</span>,
            align: 'end',
            render: (row) =>
              mayAct && row.state === 'approved' && row.direction === 'in' ? (
                <Button
                  size="compact-xs"
                  variant="outline"
                  aria-label={t('fundings.cancelOf', { id: row.id })}
                  onClick={() => setCancelled(row)}
                >
                  {t('fundings.cancel')}
                </Button>
              ) : null,
          },
        ]}
      />
      {cancelled ? <CancelDialog id={cancelled.id} onClose={() => setCancelled(undefined)} /> : null}
    </>
  );
}

/** Cancels a transfer into the fund that is pending for lack of fees. */
function CancelDialog({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { t } = useTranslation('rewards');
  const queries = useQueryClient();
  return (
    <ActDialog
      title={t('fundings.cancelOf', { id })}
      onClose={onClose}
      action={t('fundings.cancel')}
      done={t('fundings.cancelDone')}
      act={async (reason) => {
        await call('POST /api/v3/console/rewards/cancel-funding', { body: { id, reason } });
        await queries.invalidateQueries({ queryKey: REWARDS_KEY });
      }}
    >
      <p className="dim">{t('fundings.cancelText')}</p>
    </ActDialog>
  );
}
