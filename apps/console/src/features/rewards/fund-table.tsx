import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { formatExact, type Rows } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { ColumnTable, figureColumn } from '../../ui/column-table.tsx';
import { type FundRow, REWARDS_KEY } from './rewards.ts';

interface FundTableProps {
  readonly data: Rows<FundRow>;
  readonly onRetry: () => void;
  readonly mayAct: boolean;
}

/** What the fund holds, has promised and has paid, by coin. */
export function FundTable({ data, onRetry, mayAct }: FundTableProps) {
  const { t } = useTranslation(['rewards', 'common']);
  const [asked, setAsked] = useState<FundRow>();
  return (
    <>
      <ColumnTable
        label={t('fund.title')}
        data={data}
        onRetry={onRetry}
        rowKey={({ coin }) => coin}
        pageSize={10}
        columns={[
          { key: 'coin', header: t('fund.coin'), render: ({ coin }) => coin },
          ...(['available', 'promised', 'paid', 'waiting'] as const).map((key) =>
            figureColumn<FundRow>(key, t(`fund.${key}`), (row) => formatExact(row[key])),
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
                  aria-label={t('fund.addTo', { coin: row.coin })}
                  onClick={() => setAsked(row)}
                >
                  {t('fund.add')}
                </Button>
              ) : null,
          },
        ]}
      />
      {asked ? <FundDialog row={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}

const sources = ['treasury', 'fees'] as const;

function FundDialog({ row: { coin }, onClose }: { readonly row: FundRow; readonly onClose: () => void }) {
  const { t } = useTranslation('rewards');
  const queries = useQueryClient();
  const [amount, setAmount] = useState('');
  const [source, setSource] = useState<(typeof sources)[number]>('treasury');
  const isAmount = /^[0-9]{1,16}(\.[0-9]{1,18})?$/.test(amount) && /[1-9]/.test(amount);
  return (
    <ActDialog
      title={t('fund.addTo', { coin })}
      onClose={onClose}
      action={t('fund.ask')}
      done={t('fund.asked')}
      fault={isAmount ? undefined : t('fund.wrong')}
      act={async (reason) => {
        await call('POST /api/v3/console/rewards/fund', { body: { coin, amount, source, reason } });
        await Promise.all([
          queries.invalidateQueries({ queryKey: REWARDS_KEY }),
          queries.invalidateQueries({ queryKey: ['approvals'] }),
        ]);
      }}
    >
      <TextInput
        label={`${t('fund.amount')}, ${coin}`}
        inputMode="decimal"
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value.trim())}
      />
      <NativeSelect
        label={t('fund.source')}
        value={source}
        data={sources.map((value) => ({ value, label: t(`fund.sources.${value}`) }))}
        onChange={(event) => setSource(event.currentTarget.value as typeof source)}
      />
      <p className="dim">{t('fund.treasuryText')}</p>
    </ActDialog>
  );
}
