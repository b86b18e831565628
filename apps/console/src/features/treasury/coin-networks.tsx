import { Button } from '@mantine/core';
import { Chip, type Column, formatExact } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnTable, figureColumn } from '../../ui/column-table.tsx';
import { EditRowDialog, StopDialog } from './dialogs.tsx';
import type { TableRow, TreasuryResponse } from './treasury.ts';

type Open = { readonly kind: 'edit' | 'stop_deposits' | 'stop_withdrawals'; readonly row: TableRow };

interface CoinNetworksProps {
  readonly answer: TreasuryResponse;
  readonly mayAct: boolean;
}

/** The coin × network table: minimums, fees and confirmations, and the stop switches. */
export function CoinNetworks({ answer, mayAct }: CoinNetworksProps) {
  const { t } = useTranslation('treasury');
  const [open, setOpen] = useState<Open>();
  const columns = useNetworkColumns(mayAct ? setOpen : undefined);
  const close = () => setOpen(undefined);
  return (
    <>
      <ColumnTable
        label={t('table.title')}
        columns={columns}
        data={{ status: 'success', rows: answer.table }}
        rowKey={({ coin, network }) => `${coin} ${network}`}
        pageSize={100}
      />
      {open?.kind === 'edit' ? <EditRowDialog answer={answer} row={open.row} onClose={close} /> : null}
      {open?.kind === 'stop_deposits' ? <StopDialog row={open.row} what="deposits" onClose={close} /> : null}
      {open?.kind === 'stop_withdrawals' ? <StopDialog row={open.row} what="withdrawals" onClose={close} /> : null}
    </>
  );
}

/** Without `onOpen`, the table is read-only. */
function useNetworkColumns(onOpen: ((open: Open) => void) | undefined): Column<TableRow>[] {
  const { t } = useTranslation(['treasury', 'common']);
  return [
    { key: 'row', header: t('network'), render: ({ coin, network }) => `${coin} ${network}` },
    ...(['minimum_deposit', 'minimum_withdrawal', 'withdrawal_fee', 'sweep_above'] as const).map((key) =>
      figureColumn<TableRow>(key, t(`table.${key}`), (row) => formatExact(row[key])),
    ),
    figureColumn(
      'confirmations',
      t('table.confirmations'),
      ({ credit_confirmations, unlock_confirmations }) => `${credit_confirmations} / ${unlock_confirmations}`,
    ),
    {
      key: 'deposits',
      header: t('table.deposits'),
      render: (row) => (
        <Switch
          isOpen={row.deposits_open}
          label={t('table.stopDeposits', row)}
          onStop={onOpen && (() => onOpen({ kind: 'stop_deposits', row }))}
        />
      ),
    },
    {
      key: 'withdrawals',
      header: t('table.withdrawals'),
      render: (row) => (
        <Switch
          isOpen={row.withdrawals_open}
          label={t('table.stopWithdrawals', row)}
          onStop={onOpen && (() => onOpen({ kind: 'stop_withdrawals', row }))}
        />
      ),
    },
    {
      key: 'edit',
      header: <span className="visually-hidden">{t('common:actions')}</span>,
      align: 'end',
      render: (row) =>
        onOpen ? (
          <Button
            size="compact-xs"
            variant="outline"
            aria-label={t('table.edit', row)}
            onClick={() => onOpen({ kind: 'edit', row })}
          >
            {t('table.change')}
          </Button>
        ) : null,
    },
  ];
}

function Switch({
  isOpen,
  label,
  onStop,
}: {
  readonly isOpen: boolean;
  readonly label: string;
  /** Undefined if read-only. */
  readonly onStop: (() => void) | undefined;
}) {
  const { t } = useTranslation('treasury');
  if (!isOpen) return <Chip tone="bad">{t('table.stopped')}</Chip>;
  return (
    <>
      <Chip tone="ok">{t('table.open')}</Chip>{' '}
      {onStop ? (
        <Button size="compact-xs" variant="outline" aria-label={label} onClick={onStop}>
          {t('table.stop')}
        </Button>
      ) : null}
    </>
  );
}
