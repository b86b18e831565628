import { SegmentedControl } from '@mantine/core';
import { IconArrowsUpDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { AmountInput, Failure, formatPrice, LoadFailed, settledAmount } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plain, trimZeros } from '../../../lib/decimal.ts';
import { paths } from '../../../lib/paths.ts';
import { FormPanel } from '../../../ui/form-panel.tsx';
import { ActButton } from '../shared/act-button.tsx';
import { CoinPicker } from '../shared/coin-picker.tsx';
import { MaxButton } from '../shared/max-button.tsx';
import { ConfirmConvert } from './confirm-convert.tsx';
import styles from './convert.module.css';
import { ConvertAside, QuoteLines } from './quote-section.tsx';
import { priceText } from './summary.ts';
import type { ConvertError, ConvertKind } from './types.ts';
import { type ConvertModel, useConvert } from './use-convert.ts';

const KINDS = ['market', 'limit'] as const satisfies readonly ConvertKind[];
const PRICE_DECIMALS = 12;

type ConvertPanelProps = {
  readonly chosen: { readonly from?: string; readonly to?: string };
  /** Called when something has been converted. */
  readonly onConverted: () => void;
};

/** Converts one coin into another: renders the form with its live quote, and sends the conversion. */
export function ConvertPanel({ chosen, onConverted }: ConvertPanelProps) {
  const { t } = useTranslation(['convert', 'common']);
  const convert = useConvert(chosen);
  const [isConfirming, setIsConfirming] = useState(false);
  const { form, dispatch, refusal, isPossible } = convert;
  if (convert.hasFailed) return <LoadFailed title={t('common:balanceFailed')} onRetry={convert.refetch} />;
  return (
    <>
      <FormPanel onSubmit={() => setIsConfirming(isPossible)} aside={<ConvertAside convert={convert} />}>
        <SegmentedControl
          aria-label={t('kind.label')}
          value={form.kind}
          onChange={(kind) => dispatch({ type: 'kind', kind: kind as ConvertKind })}
          data={KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
          className={styles.kinds ?? ''}
        />
        <div className={styles.sides}>
          <FromField convert={convert} />
          <button
            type="button"
            className={styles.swap}
            aria-label={t('swap')}
            onClick={() => dispatch({ type: 'swap' })}
          >
            <IconArrowsUpDown size={18} stroke={1.8} aria-hidden="true" />
          </button>
          <ToField convert={convert} />
        </div>
        {form.kind === 'limit' ? <PriceField convert={convert} /> : null}
        <QuoteLines convert={convert} />
        <Failure>{refusal}</Failure>
        <ActButton waits={waitsFor(t, convert)} isShut={!isPossible}>
          {actText(t, convert)}
        </ActButton>
      </FormPanel>
      {isConfirming ? (
        <ConfirmConvert convert={convert} onClose={() => setIsConfirming(false)} onConverted={onConverted} />
      ) : null}
    </>
  );
}

type T = ReturnType<typeof useTranslation<['convert', 'common']>>['t'];

const waitsFor = (t: T, { context, isCounting, fullAt, need }: ConvertModel): string | undefined => {
  if (context.available === undefined) return t('common:waitsForBalance');
  if (isCounting) return t('counting');
  if (fullAt !== undefined) return t('full', { most: fullAt });
  return need && t(`common:need.${need}`);
};

const actText = (t: T, { form }: ConvertModel): string => {
  const words = { amount: formatPrice(settledAmount(form.amount)), from: form.from, to: form.to };
  return form.kind === 'market' ? t('act', words) : t('actLimit', words);
};

const errorText = (t: T, error: ConvertError | undefined): string | undefined =>
  error && t(`error.${error.code}`, { value: error.value ?? '' });

type FieldProps = { readonly convert: ConvertModel };

function FromField({ convert: { form, context, errors, quoteState, choices, dispatch, leave } }: FieldProps) {
  const { t } = useTranslation(['convert', 'common']);
  const { available } = context;
  const ofQuote = quoteState.status === 'error' && form.amount !== '' ? quoteState.text : undefined;
  return (
    <AmountInput
      className={styles.amount ?? ''}
      label={t('from')}
      value={form.amount}
      decimals={context.fromDecimals}
      placeholder="0"
      onChange={(text) => dispatch({ type: 'amount', text })}
      onBlur={() => leave('amount')}
      error={errorText(t, errors.amount) ?? ofQuote}
      hint={
        <span className={`num ${styles.available}`}>
          {t('available', {
            amount: available === undefined ? '–' : formatPrice(trimZeros(available)),
            coin: form.from,
          })}
          {available !== undefined && !/[1-9]/.test(available) ? (
            <Link to={paths.deposit} search={{ coin: form.from }} className="link">
              {t('deposit', { coin: form.from })}
            </Link>
          ) : (
            <MaxButton available={available} onChoose={(text) => dispatch({ type: 'amount', text })} />
          )}
        </span>
      }
      unit={
        <CoinPicker
          shape="tag"
          label={t('from')}
          coin={form.from}
          choices={choices.filter(({ coin }) => coin !== form.to)}
          onChoose={(coin) => dispatch({ type: 'from', coin })}
        />
      }
    />
  );
}

function ToField({ convert: { form, context, summary, quote, isCurrent, choices, dispatch } }: FieldProps) {
  const { t } = useTranslation(['convert', 'common']);
  const ofQuote = quote && summary.amount ? trimZeros(quote.receives) : '';
  const ofLimit = summary.receives ? plain(summary.receives) : '';
  const isOld = form.kind === 'market' && ofQuote !== '' && !isCurrent;
  return (
    <div data-old={isOld || undefined} className={styles.to}>
      <AmountInput
        className={styles.amount ?? ''}
        label={t(form.kind === 'market' ? 'to' : 'toLeast')}
        value={form.kind === 'market' ? ofQuote : ofLimit}
        decimals={context.toDecimals}
        placeholder="0"
        readOnly
        onChange={() => undefined}
        unit={
          <CoinPicker
            shape="tag"
            label={t('to')}
            coin={form.to}
            choices={choices.filter(({ coin }) => coin !== form.from)}
            onChoose={(coin) => dispatch({ type: 'to', coin })}
          />
        }
      />
    </div>
  );
}

function PriceField({ convert: { form, summary, errors, dispatch, leave } }: FieldProps) {
  const { t } = useTranslation(['convert', 'common']);
  const { priced, pricedIn, quotePrice, distancePercent } = summary;
  const isSelling = form.from === priced;
  const now = quotePrice && priceText(quotePrice);
  return (
    <AmountInput
      label={t(isSelling ? 'price.sell' : 'price.buy', { coin: priced })}
      value={form.price}
      decimals={PRICE_DECIMALS}
      onChange={(text) => dispatch({ type: 'price', text })}
      onBlur={() => leave('price')}
      error={errorText(t, errors.price)}
      unit={pricedIn}
      hint={
        <span className={`num ${styles.available}`}>
          {now === undefined
            ? t('price.unknown')
            : t('price.now', { price: formatPrice(now), coin: pricedIn, away: awayText(t, distancePercent) })}
          <button
            type="button"
            className="link"
            disabled={now === undefined}
            onClick={() => dispatch({ type: 'price', text: now ?? '' })}
          >
            {t('price.take')}
          </button>
        </span>
      }
    />
  );
}

const AT_ONCE_PERCENT = 0.005;

const awayText = (t: T, percent: number | undefined): string => {
  if (percent === undefined) return '';
  return percent < AT_ONCE_PERCENT ? t('price.reached') : t('price.away', { percent: percent.toFixed(2) });
};
