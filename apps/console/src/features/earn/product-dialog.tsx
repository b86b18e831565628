import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import styles from './earn.module.css';
import {
  EARN_KEY,
  emptyProduct,
  faultOfProduct,
  formOf,
  MOST_TIERS,
  type ProductForm,
  type ProductRow,
  productBody,
  type Source,
  sources,
} from './earn.ts';

const WIDTH = 560;
const figures = ['minimum', 'maximum', 'quota', 'notice', 'initial', 'reserve'] as const;

interface ProductDialogProps {
  /** The product that gets new terms; absent for a new product. */
  readonly product?: ProductRow;
  readonly onClose: () => void;
}

/** Requests that a product, or new terms of one, are published. */
export function ProductDialog({ product, onClose }: ProductDialogProps) {
  const { t } = useTranslation('earn');
  const queries = useQueryClient();
  const [form, setForm] = useState(product === undefined ? emptyProduct : formOf(product));
  const fault = faultOfProduct(form);
  const isNew = product === undefined;
  return (
    <ActDialog
      title={isNew ? t('products.add') : `${t('newTerms')}: ${product.coin}`}
      onClose={onClose}
      action={t('ask')}
      done={t('asked')}
      size={WIDTH}
      isGuided
      fault={fault === undefined ? undefined : t('wrong', { field: t(`fields.${fault}`) })}
      faultField={fault}
      act={async (reason) => {
        const replaced = isNew ? {} : { version: product.version };
        await call('POST /api/v3/console/earn/product', { body: { ...productBody(form), ...replaced, reason } });
        for (const queryKey of [EARN_KEY, ['approvals']]) await queries.invalidateQueries({ queryKey });
      }}
    >
      <p className="dim">{t(isNew ? 'products.addText' : 'termsText')}</p>
      {isNew ? <CoinAndSource form={form} onChange={(change) => setForm({ ...form, ...change })} /> : null}
      <Tiers tiers={form.tiers} onChange={(tiers) => setForm({ ...form, tiers })} />
      {figures.map((field) => (
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

interface CoinAndSourceProps {
  readonly form: { readonly coin: string; readonly source: Source };
  readonly onChange: (change: { readonly coin?: string; readonly source?: Source }) => void;
}

/** What never changes: the coin, and where the pool's money comes from. */
export function CoinAndSource({ form, onChange }: CoinAndSourceProps) {
  const { t } = useTranslation('earn');
  return (
    <>
      <TextInput
        name="coin"
        label={t('fields.coin')}
        value={form.coin}
        maxLength={10}
        onChange={(event) => onChange({ coin: event.currentTarget.value.trim().toUpperCase() })}
      />
      <NativeSelect
        name="source"
        label={t('fields.source')}
        description={t('sourceText')}
        value={form.source}
        data={sources.map((value) => ({ value, label: t(`sources.${value}`) }))}
        onChange={(event) => onChange({ source: event.currentTarget.value as Source })}
      />
    </>
  );
}

interface TiersProps {
  readonly tiers: ProductForm['tiers'];
  readonly onChange: (tiers: ProductForm['tiers']) => void;
}

/** A row for each duration with its rate. */
function Tiers({ tiers, onChange }: TiersProps) {
  const { t } = useTranslation('earn');
  const changed = (at: number, change: Partial<ProductForm['tiers'][number]>) =>
    onChange(tiers.map((tier, place) => (place === at ? { ...tier, ...change } : tier)));
  return (
    <fieldset className={styles.tiers}>
      <legend className="visually-hidden">{t('products.rates')}</legend>
      {tiers.map((tier, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity while it is typed
        <Group key={at} align="flex-end" gap={8} wrap="nowrap">
          <TextInput
            name={at === 0 ? 'days' : `days ${at + 1}`}
            label={t('products.duration', { place: at + 1 })}
            inputMode="numeric"
            value={tier.days}
            onChange={(event) => changed(at, { days: event.currentTarget.value.trim() })}
          />
          <TextInput
            name={at === 0 ? 'apr' : `apr ${at + 1}`}
            label={t('products.rate', { place: at + 1 })}
            inputMode="decimal"
            value={tier.apr}
            onChange={(event) => changed(at, { apr: event.currentTarget.value.trim() })}
          />
          <Button
            variant="outline"
            flex="none"
            disabled={tiers.length === 1}
            aria-label={t('products.removeOf', { place: at + 1 })}
            onClick={() => onChange(tiers.filter((_, place) => place !== at))}
          >
            {t('products.remove')}
          </Button>
        </Group>
      ))}
      <Button
        variant="outline"
        size="compact-sm"
        disabled={tiers.length >= MOST_TIERS}
        onClick={() => onChange([...tiers, { days: '', apr: '' }])}
      >
        {t('products.addRate')}
      </Button>
    </fieldset>
  );
}
