import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
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

/** The fund's balance, promises and payments, by coin. */
export function FundTable({ data, onRetry, mayAct }: FundTableProps) {
  const { t } = useTranslation(['rewards', 'common']);
  const [asked, setAsked] = useState<{ readonly row: FundRow; readonly way: Way }>();
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
                <Group gap={6} justify="flex-end" wrap="nowrap">
                  {ways.map((way) => (
                    <Button
                      key={way}
                      size="compact-xs"
                      variant="outline"
                      aria-label={t(`fund.${way}.of`, { coin: row.coin })}
                      onClick={() => setAsked({ row, way })}
                    >
                      {t(`fund.${way}.short`)}
                    </Button>
                  ))}
                </Group>
              ) : null,
          },
        ]}
      />
      {asked ? <FundDialog {...asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}

const sources = ['treasury', 'fees'] as const;
const ways = ['add', 'giveBack'] as const;
type Way = (typeof ways)[number];
const calls = { add: 'POST /api/v3/console/rewards/fund', giveBack: 'POST /api/v3/console/rewards/return' } as const;

interface FundDialogProps {
  readonly row: FundRow;
  readonly way: Way;
  readonly onClose: () => void;
}

function FundDialog({ row: { coin }, way, onClose }: FundDialogProps) {
  const { t } = useTranslation('rewards');
  const queries = useQueryClient();
  const [amount, setAmount] = useState('');
  const [source, setSource] = useState<(typeof sources)[number]>('treasury');
  const isAmount = /^[0-9]{1,16}(\.[0-9]{1,18})?$/.test(amount) && /[1-9]/.test(amount);
  return (
    <ActDialog
      title={t(`fund.${way}.of`, { coin })}
      onClose={onClose}
      action={t('fund.ask')}
      done={t('fund.asked')}
      fault={isAmount ? undefined : t('fund.wrong')}
      act={async (reason) => {
        await call(calls[way], { body: { coin, amount, source, reason } });
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
        label={t(`fund.${way}.account`)}
        value={source}
        data={sources.map((value) => ({ value, label: t(`fund.sources.${value}`) }))}
        onChange={(event) => setSource(event.currentTarget.value as typeof source)}
      />
      <p className="dim">{t(`fund.${way}.text`)}</p>
    </ActDialog>
  );
}
