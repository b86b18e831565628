import { Button, Checkbox } from '@mantine/core';
import { AmountInput, formatExact, settledAmount } from '@vitrine/ui';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { trimZeros } from '../../../lib/decimal.ts';
import { useSpotWallet } from '../../../lib/wallet.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { type EarnProduct, useEarnProducts } from '../shared/earn-data.ts';
import { useTermName } from '../shared/use-terms.ts';
import styles from './subscribe.module.css';
import { cutsOf, errorOf, type SubscribeForm, type SubscribeSummary, summarise } from './subscribe-form.ts';

type FieldsProps = {
  readonly product: EarnProduct;
  readonly form: SubscribeForm;
  readonly isSending: boolean;
  readonly onChange: (changes: Partial<SubscribeForm>) => void;
  readonly onSubmit: () => void;
};

/** Duration, amount, and all resulting figures, above the submit button. */
export function SubscribeFields({ product, form: typed, isSending, onChange, onSubmit }: FieldsProps) {
  const { t } = useTranslation(['earn', 'common']);
  const [isLeft, setIsLeft] = useState(false);
  const available = useAvailable(product.name);
  const nowMs = useEarnProducts().data?.time ?? Date.now();
  const form = { ...typed, amount: settledAmount(typed.amount) };
  const summary = summarise(form, product);
  const error = errorOf(form, product, available);
  const isShown = isLeft || form.amount !== '';
  const needsTick = form.days > 0 && product.notice_days > 0 && !form.isAccepted;
  const { startMs, endMs } = cutsOf(nowMs, form.days);
  const words = { amount: formatExact(form.amount || '0'), coin: product.name };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (error === undefined && !needsTick) onSubmit();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Durations product={product} days={form.days} onChoose={(days) => onChange({ days, isAccepted: false })} />
      <AmountInput
        label={t('subscribe.amount')}
        value={typed.amount}
        decimals={product.decimals}
        onChange={(amount) => onChange({ amount, isAccepted: false })}
        onBlur={() => setIsLeft(true)}
        error={isShown && error !== undefined ? t(`subscribe.error.${error}`) : undefined}
        hint={t('subscribe.available', { amount: formatExact(available), coin: product.name })}
        unit={
          <span className={styles.unit}>
            {product.name}
            <button type="button" className="link" onClick={() => onChange({ amount: trimZeros(available) })}>
              {t('common:max')}
            </button>
          </span>
        }
      />
      <Limits product={product} />
      <Results product={product} form={form} summary={summary} />
      <Dates days={form.days} startMs={startMs} endMs={endMs} />
      {form.days === 0 ? null : (
        <>
          <Checkbox
            label={t('subscribe.renew')}
            checked={form.renews}
            onChange={(event) => onChange({ renews: event.currentTarget.checked })}
          />
          <Checkbox
            className={styles.agree ?? ''}
            label={t('subscribe.agree', {
              ...words,
              end: dateTimeText(endMs),
              days: product.notice_days,
              rest: formatExact(summary.later),
            })}
            checked={form.isAccepted}
            onChange={(event) => onChange({ isAccepted: event.currentTarget.checked })}
          />
        </>
      )}
      <Button type="submit" size="lg" fullWidth loading={isSending} disabled={error !== undefined || needsTick}>
        {actText(t, error === 'amount_required', error === undefined && needsTick, words)}
      </Button>
      <p className={styles.fine}>
        {t('subscribe.source')}: {t(`products.source.${product.source}`)} {t('subscribe.noPassword')}
      </p>
    </form>
  );
}

type T = ReturnType<typeof useTranslation<['earn', 'common']>>['t'];

function actText(t: T, needsAmount: boolean, needsTick: boolean, words: { amount: string; coin: string }): string {
  if (needsAmount) return t('subscribe.needAmount');
  return needsTick ? t('subscribe.needTick') : t('subscribe.act', words);
}

/** The available amount of a coin in the spot wallet. */
function useAvailable(coin: string): string {
  const { data } = useSpotWallet();
  return data?.wallet.find(({ name }) => name === coin)?.available ?? '0';
}

type DurationsProps = {
  readonly product: EarnProduct;
  readonly days: number;
  readonly onChoose: (days: number) => void;
};

function Durations({ product, days: chosen, onChoose }: DurationsProps) {
  const { t } = useTranslation('earn');
  const termName = useTermName();
  const name = useId();
  const rate = product.tiers.find(({ days }) => days === chosen)?.apr ?? '';
  return (
    <fieldset className={styles.durations}>
      <legend>
        {t('subscribe.duration')}
        <span>{t('subscribe.chosen', { term: termName(chosen), apr: rate })}</span>
      </legend>
      <div>
        {product.tiers.map(({ days, apr }) => (
          <label key={days} data-chosen={days === chosen || undefined}>
            <input type="radio" name={name} checked={days === chosen} onChange={() => onChoose(days)} />
            <b>{termName(days)}</b>
            <small className="num">{apr}%</small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Limits({ product: { earn_items, name, quota_left } }: { readonly product: EarnProduct }) {
  const { t } = useTranslation('earn');
  const [item] = earn_items;
  return (
    <p className={styles.fine}>
      {t('subscribe.limits', {
        minimum: formatExact(item?.minimum_amount),
        maximum: formatExact(item?.maximum_amount),
        left: formatExact(quota_left),
        coin: name,
      })}
    </p>
  );
}

type ResultsProps = {
  readonly product: EarnProduct;
  readonly form: SubscribeForm;
  readonly summary: SubscribeSummary;
};

/** The interest and, for a term, what an early unlock would pay instead. */
function Results({ product, form, summary }: ResultsProps) {
  const { t } = useTranslation('earn');
  const { days } = form;
  const amount = form.amount || '0';
  const show = (text: string) => `${formatExact(text)} ${product.name}`;
  return (
    <div className={styles.columns}>
      <section>
        <h3>{t(days === 0 ? 'subscribe.keptFlexible' : 'subscribe.kept')}</h3>
        <p className={`num ${styles.big} ${styles.gain}`}>+{show(summary.interest)}</p>
        <small>
          {t('subscribe.formula', { amount: formatExact(amount), apr: summary.apr, days: Math.max(days, 1) })}
        </small>
        {days === 0 ? (
          <small>{t('subscribe.paidDaily')}</small>
        ) : (
          <dl className="num">
            <Line name={t('subscribe.perDay')} value={show(summary.perDay)} />
            <Line name={t('subscribe.returns')} value={show(summary.returns)} />
          </dl>
        )}
      </section>
      {days === 0 ? null : (
        <section>
          <h3>{t('subscribe.early')}</h3>
          <p className={`num ${styles.big}`}>{show(amount)}</p>
          <small>{t('subscribe.earlyText')}</small>
          <dl className="num">
            <Line name={t('subscribe.atOnce', { percent: product.initial_percent })} value={show(summary.atOnce)} />
            <Line name={t('subscribe.afterNotice', { count: product.notice_days })} value={show(summary.later)} />
          </dl>
        </section>
      )}
    </div>
  );
}

function Dates({ days, startMs, endMs }: { readonly days: number; readonly startMs: number; readonly endMs: number }) {
  const { t } = useTranslation('earn');
  return (
    <dl>
      <Line name={t('subscribe.firstDay')} value={dateTimeText(startMs)} />
      {days === 0 ? null : <Line name={t('subscribe.lastDay')} value={dateTimeText(endMs)} />}
    </dl>
  );
}

const Line = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
