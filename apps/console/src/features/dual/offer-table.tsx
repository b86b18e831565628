import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Chip, EmptyState, formatExact, type Rows } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { utcText } from '../../lib/times.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { ColumnTable, figureColumn } from '../../ui/column-table.tsx';
import {
  DUAL_KEY,
  type DualSide,
  dualCoins,
  dualSides,
  emptyOffer,
  expiryOf,
  faultOf,
  figureFields,
  type OfferRow,
} from './dual.ts';

interface OfferTableProps {
  readonly data: Rows<OfferRow>;
  readonly onRetry: () => void;
  readonly mayAct: boolean;
}

/** The offers that have not expired; for closed ones, the reason. */
export function OfferTable({ data, onRetry, mayAct }: OfferTableProps) {
  const { t } = useTranslation(['dual', 'common']);
  const [withdrawn, setWithdrawn] = useState<OfferRow>();
  return (
    <>
      <ColumnTable
        label={t('offers.title')}
        data={data}
        onRetry={onRetry}
        rowKey={({ offer_id }) => String(offer_id)}
        pageSize={50}
        empty={<EmptyState title={t('offers.none')} />}
        columns={[
          { key: 'coin', header: t('offers.coin'), render: ({ coin, side }) => `${coin}, ${t(`sides.${side}`)}` },
          figureColumn<OfferRow>('strike', t('offers.strike'), ({ strike }) => formatExact(strike)),
          figureColumn<OfferRow>('apr', t('offers.apr'), ({ apr }) => `${apr}%`),
          { key: 'expires', header: t('offers.expires'), render: ({ expires_at }) => utcText(expires_at) },
          figureColumn<OfferRow>(
            'used',
            t('offers.used'),
            ({ used, quota, deposit }) => `${formatExact(used)} / ${formatExact(quota)} ${deposit}`,
          ),
          {
            key: 'state',
            header: t('offers.state'),
            render: ({ closed_reason }) => (
              <Chip tone={closed_reason === undefined ? 'ok' : 'plain'}>
                {t(closed_reason === undefined ? 'offers.open' : `closed.${closed_reason}`)}
              </Chip>
            ),
          },
          {
            key: 'act',
            header: <span className="visually-hidden">{t('common:actions')}</span>,
            align: 'end',
            render: (offer) =>
              mayAct && offer.closed_reason !== 'paused' ? (
                <Button
                  size="compact-xs"
                  variant="outline"
                  aria-label={t('offers.withdrawOf', { id: offer.offer_id })}
                  onClick={() => setWithdrawn(offer)}
                >
                  {t('offers.withdraw')}
                </Button>
              ) : null,
          },
        ]}
      />
      {withdrawn ? <WithdrawDialog offer={withdrawn} onClose={() => setWithdrawn(undefined)} /> : null}
    </>
  );
}

function WithdrawDialog({ offer, onClose }: { readonly offer: OfferRow; readonly onClose: () => void }) {
  const { t } = useTranslation('dual');
  const queries = useQueryClient();
  return (
    <ActDialog
      title={t('offers.withdrawOf', { id: offer.offer_id })}
      onClose={onClose}
      action={t('offers.withdraw')}
      done={t('offers.withdrawn')}
      act={async (reason) => {
        await call('POST /api/v3/console/dual/withdraw', { body: { offer_id: offer.offer_id, reason } });
        await queries.invalidateQueries({ queryKey: DUAL_KEY });
      }}
    >
      <p className="dim">{t('offers.withdrawText')}</p>
    </ActDialog>
  );
}

/** Requests the publication of an offer. */
export function OfferDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('dual');
  const queries = useQueryClient();
  const [form, setForm] = useState(emptyOffer);
  const fault = faultOf(form);
  return (
    <ActDialog
      title={t('offers.add')}
      onClose={onClose}
      action={t('ask')}
      done={t('asked')}
      fault={fault === undefined ? undefined : t('offers.wrong', { field: t(`fields.${fault}`) })}
      act={async (reason) => {
        const { coin, side, strike, apr, move, minimum, maximum, quota } = form;
        const amounts = { minimum_amount: minimum, maximum_amount: maximum, quota };
        const body = { coin, side, strike, apr, move_percent: move, expires_at: expiryOf(form), ...amounts, reason };
        await call('POST /api/v3/console/dual/offer', { body });
        for (const queryKey of [DUAL_KEY, ['approvals']]) await queries.invalidateQueries({ queryKey });
      }}
    >
      <NativeSelect
        label={t('offers.coin')}
        value={form.coin}
        data={[...dualCoins]}
        onChange={(event) => setForm({ ...form, coin: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('fields.side')}
        value={form.side}
        data={dualSides.map((value) => ({ value, label: t(`sides.${value}`) }))}
        onChange={(event) => setForm({ ...form, side: event.currentTarget.value as DualSide })}
      />
      {figureFields.map((field) => (
        <TextInput
          key={field}
          label={t(`fields.${field}`)}
          inputMode="decimal"
          value={form[field]}
          onChange={(event) => setForm({ ...form, [field]: event.currentTarget.value.trim() })}
        />
      ))}
      <TextInput
        label={t('fields.expires')}
        type="datetime-local"
        value={form.expires}
        onChange={(event) => setForm({ ...form, expires: event.currentTarget.value })}
      />
    </ActDialog>
  );
}
