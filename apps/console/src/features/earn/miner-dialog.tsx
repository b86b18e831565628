import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { EARN_KEY, emptyMiner, faultOfMiner, type MinerRow, minerBody, minerFigures, minerFormOf } from './earn.ts';
import { CoinAndSource } from './product-dialog.tsx';

const WIDTH = 560;

interface MinerDialogProps {
  /** The miner that gets new terms; absent for a new miner. */
  readonly miner?: MinerRow;
  readonly onClose: () => void;
}

/** Requests that a miner, or new terms of one, are published. */
export function MinerDialog({ miner, onClose }: MinerDialogProps) {
  const { t } = useTranslation('earn');
  const queries = useQueryClient();
  const [form, setForm] = useState(miner === undefined ? emptyMiner : minerFormOf(miner));
  const fault = faultOfMiner(form);
  const isNew = miner === undefined;
  return (
    <ActDialog
      title={
        isNew ? t('miners.add') : `${t('newTerms')}: ${t('miners.of', { id: miner.product_id, coin: miner.coin })}`
      }
      onClose={onClose}
      action={t('ask')}
      done={t('asked')}
      size={WIDTH}
      isGuided
      fault={fault === undefined ? undefined : t('wrong', { field: t(`fields.${fault}`) })}
      faultField={fault}
      act={async (reason) => {
        const replaced = isNew ? {} : { product_id: miner.product_id, version: miner.version };
        await call('POST /api/v3/console/earn/miner', { body: { ...minerBody(form), ...replaced, reason } });
        for (const queryKey of [EARN_KEY, ['approvals']]) await queries.invalidateQueries({ queryKey });
      }}
    >
      <p className="dim">{t(isNew ? 'miners.addText' : 'termsText')}</p>
      {isNew ? (
        <>
          <CoinAndSource form={form} onChange={(change) => setForm({ ...form, ...change })} />
          <TextInput
            name="priceCoin"
            label={t('fields.priceCoin')}
            value={form.priceCoin}
            maxLength={10}
            onChange={(event) => setForm({ ...form, priceCoin: event.currentTarget.value.trim().toUpperCase() })}
          />
        </>
      ) : null}
      {minerFigures.map((field) => (
        <TextInput
          key={field}
          name={field}
          label={t(`fields.${field}`)}
          inputMode="decimal"
          value={form[field]}
          onChange={(event) => setForm({ ...form, [field]: event.currentTarget.value.trim() })}
        />
      ))}
    </ActDialog>
  );
}
