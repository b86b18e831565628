import { Button, Group, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Chip, EmptyState, formatExact, type Rows } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { ColumnTable, figureColumn } from '../../ui/column-table.tsx';
import { EARN_KEY, isPositive, type PoolRow } from './earn.ts';

interface PoolTableProps {
  readonly data: Rows<PoolRow>;
  readonly onRetry: () => void;
  readonly mayAct: boolean;
}

const ways = ['add', 'giveBack'] as const;
type Way = (typeof ways)[number];
const calls = { add: 'POST /api/v3/console/earn/fund', giveBack: 'POST /api/v3/console/earn/return' } as const;

/** Pools of dual investments are funded on their own page; the income of miners only goes back. */
const isOffered = ({ purpose }: PoolRow, way: Way): boolean =>
  way === 'giveBack' || (purpose !== 'income' && purpose !== 'dual');

/** What each pool holds, what of it is reserved for clients, and what could go back. */
export function PoolTable({ data, onRetry, mayAct }: PoolTableProps) {
  const { t } = useTranslation(['earn', 'common']);
  const [asked, setAsked] = useState<{ readonly row: PoolRow; readonly way: Way }>();
  return (
    <>
      <ColumnTable
        label={t('pools.title')}
        data={data}
        onRetry={onRetry}
        rowKey={({ pool_id, coin }) => `${pool_id} ${coin}`}
        pageSize={50}
        empty={<EmptyState title={t('pools.none')} />}
        columns={[
          {
            key: 'pool',
            header: t('pools.pool'),
            render: ({ pool_id, name, coin, short }) => (
              <>
                #{pool_id} {name}, {coin} {short ? <Chip tone="bad">{t('pools.short')}</Chip> : null}
              </>
            ),
          },
          { key: 'purpose', header: t('pools.purpose'), render: ({ purpose }) => t(`pools.purposes.${purpose}`) },
          ...(['free', 'reserved', 'promised', 'accrued', 'returnable'] as const).map((key) =>
            figureColumn<PoolRow>(key, t(`pools.${key}`), (row) => formatExact(row[key])),
          ),
          { key: 'account', header: t('pools.account'), render: ({ account }) => t(`accounts.${account}`) },
          {
            key: 'act',
            header: <span className="visually-hidden">{t('common:actions')}</span>,
            align: 'end',
            render: (row) =>
              mayAct ? (
                <Group gap={6} justify="flex-end" wrap="nowrap">
                  {ways
                    .filter((way) => isOffered(row, way))
                    .map((way) => (
                      <Button
                        key={way}
                        size="compact-xs"
                        variant="outline"
                        disabled={way === 'giveBack' && !isPositive(row.returnable)}
                        aria-label={t(`pools.${way}.of`, { pool: `#${row.pool_id} ${row.name}`, coin: row.coin })}
                        onClick={() => setAsked({ row, way })}
                      >
                        {t(`pools.${way}.short`)}
                      </Button>
                    ))}
                </Group>
              ) : null,
          },
        ]}
      />
      {asked ? <MoveDialog {...asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}

interface MoveDialogProps {
  readonly row: PoolRow;
  readonly way: Way;
  readonly onClose: () => void;
}

/** Requests that money goes into a pool, or back. */
function MoveDialog({ row, way, onClose }: MoveDialogProps) {
  const { t } = useTranslation('earn');
  const queries = useQueryClient();
  const [amount, setAmount] = useState('');
  const { pool_id, name, coin, account, account_holds, returnable } = row;
  return (
    <ActDialog
      title={t(`pools.${way}.of`, { pool: `#${pool_id} ${name}`, coin })}
      onClose={onClose}
      action={t('ask')}
      done={t('asked')}
      fault={isPositive(amount) ? undefined : t('pools.wrong')}
      act={async (reason) => {
        await call(calls[way], { body: { pool_id, coin, amount, reason } });
        for (const queryKey of [EARN_KEY, ['approvals']]) await queries.invalidateQueries({ queryKey });
      }}
    >
      <TextInput
        label={`${t('pools.amount')}, ${coin}`}
        inputMode="decimal"
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value.trim())}
      />
      <p className="dim">
        {t(`pools.${way}.text`, {
          account: t(`accounts.${account}`),
          amount: formatExact(way === 'add' ? account_holds : returnable),
          coin,
        })}
      </p>
    </ActDialog>
  );
}
