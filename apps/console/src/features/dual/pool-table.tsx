import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { EmptyState, formatExact, type Rows } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { ColumnTable, figureColumn } from '../../ui/column-table.tsx';
import { DUAL_KEY, type PoolRow } from './dual.ts';

interface PoolTableProps {
  readonly data: Rows<PoolRow>;
  readonly onRetry: () => void;
  readonly mayAct: boolean;
}

/** Each coin's pool: the free amount, and the amounts reserved for both outcomes of running investments. */
export function PoolTable({ data, onRetry, mayAct }: PoolTableProps) {
  const { t } = useTranslation(['dual', 'common']);
  const [asked, setAsked] = useState<PoolRow>();
  return (
    <>
      <ColumnTable
        label={t('pools.title')}
        data={data}
        onRetry={onRetry}
        rowKey={({ pool, coin }) => `${pool} ${coin}`}
        pageSize={20}
        empty={<EmptyState title={t('pools.none')} />}
        columns={[
          { key: 'pool', header: t('pools.pool'), render: ({ pool }) => pool },
          { key: 'coin', header: t('pools.coin'), render: ({ coin }) => coin },
          ...(['free', 'promised'] as const).map((key) =>
            figureColumn<PoolRow>(key, t(`pools.${key}`), (row) => formatExact(row[key])),
          ),
          {
            key: 'act',
            header: <span className="visually-hidden">{t('common:actions')}</span>,
            align: 'end',
            render: (row) =>
              mayAct ? (
                <Button
                  size="compact-xs"
                  variant="outline"
                  aria-label={t('pools.addTo', { pool: row.pool, coin: row.coin })}
                  onClick={() => setAsked(row)}
                >
                  {t('pools.add')}
                </Button>
              ) : null,
          },
        ]}
      />
      {asked ? <FundDialog row={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}

function FundDialog({ row: { pool, coin }, onClose }: { readonly row: PoolRow; readonly onClose: () => void }) {
  const { t } = useTranslation('dual');
  const queries = useQueryClient();
  const [amount, setAmount] = useState('');
  const isAmount = /^[0-9]{1,16}(\.[0-9]{1,18})?$/.test(amount) && /[1-9]/.test(amount);
  return (
    <ActDialog
      title={t('pools.addTo', { pool, coin })}
      onClose={onClose}
      action={t('ask')}
      done={t('asked')}
      fault={isAmount ? undefined : t('pools.wrong')}
      act={async (reason) => {
        await call('POST /api/v3/console/dual/fund', { body: { pool, coin, amount, reason } });
        for (const queryKey of [DUAL_KEY, ['approvals']]) await queries.invalidateQueries({ queryKey });
      }}
    >
      <TextInput
        label={`${t('pools.amount')}, ${coin}`}
        inputMode="decimal"
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value.trim())}
      />
      <p className="dim">{t('pools.treasury')}</p>
    </ActDialog>
  );
}
