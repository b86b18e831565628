import { Checkbox, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { BeforeAfter } from '../../ui/before-after.tsx';
import { type TableRow, TREASURY_KEY, type TreasuryResponse } from './treasury.ts';

type StopProps = { readonly row: TableRow; readonly what: 'deposits' | 'withdrawals'; readonly onClose: () => void };

/** Stops deposits or withdrawals immediately: in an emergency no second person is needed. */
export function StopDialog({ row, what, onClose }: StopProps) {
  const { t } = useTranslation('treasury');
  const queries = useQueryClient();
  const { coin, network } = row;
  return (
    <ActDialog
      title={t(what === 'deposits' ? 'table.stopDeposits' : 'table.stopWithdrawals', row)}
      onClose={onClose}
      action={t('table.stop')}
      decision="refuse"
      done={t('stop.done')}
      act={async (reason) => {
        await call('POST /api/v3/console/treasury/stop', { body: { coin, network, what, reason } });
        await queries.invalidateQueries({ queryKey: TREASURY_KEY });
      }}
    >
      <p className="dim">{t(what === 'deposits' ? 'stop.deposits' : 'stop.withdrawals')}</p>
    </ActDialog>
  );
}

const amounts = ['minimum_deposit', 'minimum_withdrawal', 'withdrawal_fee', 'sweep_above'] as const;
const counts = ['credit_confirmations', 'unlock_confirmations'] as const;

type EditProps = { readonly answer: TreasuryResponse; readonly row: TableRow; readonly onClose: () => void };

/**
 * Requests a second person's approval to change the figures of a row, or to resume its stopped deposits or withdrawals.
 */
export function EditRowDialog({ answer, row, onClose }: EditProps) {
  const { t } = useTranslation('treasury');
  const queries = useQueryClient();
  const [edited, setEdited] = useState<TableRow>(row);
  const isSame = JSON.stringify(edited) === JSON.stringify(row);
  const isWrong = amounts.some((field) => !/^[0-9]{1,16}(\.[0-9]{1,18})?$/.test(edited[field]));
  return (
    <ActDialog
      title={t('table.edit', row)}
      onClose={onClose}
      action={t('edit.ask')}
      done={t('edit.asked')}
      fault={isSame ? t('edit.same') : isWrong ? t('edit.wrong') : undefined}
      act={async (reason) => {
        const table = answer.table.map((one) => (one === row ? edited : one));
        await call('POST /api/v3/console/treasury/ask-for-table', {
          body: { base_version: answer.settings_version, table, reason },
        });
        await queries.invalidateQueries({ queryKey: ['approvals'] });
      }}
    >
      {amounts.map((field) => (
        <TextInput
          key={field}
          label={`${t(`table.${field}`)}, ${row.coin}`}
          inputMode="decimal"
          value={edited[field]}
          onChange={(event) => setEdited({ ...edited, [field]: event.currentTarget.value.trim() })}
        />
      ))}
      {counts.map((field) => (
        <TextInput
          key={field}
          label={t(`table.${field}`)}
          inputMode="numeric"
          value={String(edited[field])}
          onChange={(event) => setEdited({ ...edited, [field]: Number(event.currentTarget.value.replace(/\D/g, '')) })}
        />
      ))}
      {(['deposits_open', 'withdrawals_open'] as const).map((field) => (
        <Checkbox
          key={field}
          label={t(`table.${field}`)}
          checked={edited[field]}
          onChange={(event) => setEdited({ ...edited, [field]: event.currentTarget.checked })}
        />
      ))}
      {isSame ? null : <BeforeAfter label={t('edit.changes')} before={row} after={edited} />}
      <p className="dim">{t('edit.next')}</p>
    </ActDialog>
  );
}
