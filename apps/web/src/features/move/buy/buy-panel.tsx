import { SegmentedControl, Skeleton } from '@mantine/core';
import { AmountInput, CoinIcon, EmptyState, Failure, formatPrice } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plainPrice, trimZeros } from '../../../lib/decimal.ts';
import { paths } from '../../../lib/paths.ts';
import { FormPanel } from '../../../ui/form-panel.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Section } from '../../../ui/section.tsx';
import { ActButton } from '../shared/act-button.tsx';
import { Figure, FormFigures } from '../shared/form-figures.tsx';
import { Steps } from '../shared/steps.tsx';
import styles from './buy.module.css';
import { type Currency, currencies, currencyRules } from './buy-form.ts';
import { PayDialog } from './pay-dialog.tsx';
import { type BuyModel, useBuy } from './use-buy.ts';

type BuyPanelProps = { readonly chosen: { readonly currency?: string; readonly amount?: string } };

/** Buys USDT with a national currency: the current price, what the amount buys, and the button to PayPal. */
export function BuyPanel({ chosen }: BuyPanelProps) {
  const { t } = useTranslation(['buy', 'common']);
  const buy = useBuy(chosen);
  const [isPaying, setIsPaying] = useState(false);
  if (buy.isUnavailable) return <Unavailable />;
  return (
    <>
      <FormPanel onSubmit={() => setIsPaying(buy.isCurrent)} aside={<Aside />}>
        <SegmentedControl
          aria-label={t('currency')}
          className={styles.currencies ?? ''}
          value={buy.form.currency}
          onChange={(next) => buy.setCurrency(next as Currency)}
          data={[...currencies]}
        />
        <PayField buy={buy} />
        <GetField buy={buy} />
        <PriceLines buy={buy} />
        <ActButton waits={waitsFor(t, buy)} isShut={!buy.isCurrent}>
          {t('ready')}
        </ActButton>
      </FormPanel>
      {isPaying ? <PayDialog buy={buy} onClose={() => setIsPaying(false)} /> : null}
    </>
  );
}

type T = ReturnType<typeof useTranslation<['buy', 'common']>>['t'];

const waitsFor = (t: T, { hasAmount, priceFailure, isLoading }: BuyModel): string | undefined => {
  if (priceFailure !== undefined) return undefined;
  if (!hasAmount) return t('common:need.amount');
  return isLoading ? t('loading') : undefined;
};

type PartProps = { readonly buy: BuyModel };

function PayField({ buy }: PartProps) {
  const { t } = useTranslation('buy');
  const { form, isMissing, amountFailure } = buy;
  const { decimals, example } = currencyRules[form.currency];
  return (
    <AmountInput
      className={styles.amount ?? ''}
      label={t('pay')}
      value={form.amount}
      decimals={decimals}
      step={decimals === 0 ? '1000' : '1'}
      placeholder={formatPrice(example)}
      onChange={buy.setAmount}
      onBlur={() => buy.leave('amount')}
      error={isMissing ? t('amountRequired') : amountFailure}
      unit={<span className={styles.unit}>{form.currency}</span>}
    />
  );
}

function GetField({ buy: { quote, isCurrent } }: PartProps) {
  const { t } = useTranslation('buy');
  return (
    <div data-old={(quote && !isCurrent) || undefined} className={styles.gets}>
      <AmountInput
        className={styles.amount ?? ''}
        label={t('get')}
        value={quote?.usdt ?? ''}
        decimals={6}
        placeholder="0.000000"
        readOnly
        onChange={() => undefined}
        unit={
          <span className={styles.unit}>
            <CoinIcon coin="USDT" size={24} />
            USDT
          </span>
        }
      />
    </div>
  );
}

/** The current price, with the market price and our markup. */
function PriceLines({ buy: { form, price, quote, isCurrent, priceFailure } }: PartProps) {
  const { t } = useTranslation('buy');
  const value = (text: string | undefined): ReactNode =>
    text ?? (priceFailure ? '–' : <Skeleton height={14} width={112} my={3} />);
  const money = (amount: string) => `${formatPrice(plainPrice(amount))} ${form.currency}`;
  return (
    <>
      <FormFigures isOld={quote !== undefined && !isCurrent}>
        <Figure name={t('price.market')}>{value(price && money(price.market_price))}</Figure>
        <Figure name={t('price.ours')}>{value(price && money(price.price))}</Figure>
        {/* The line is rendered before there is an amount, so that the layout does not shift. */}
        <Figure name={t('price.charged')}>
          {quote ? `${formatPrice(quote.charge)} ${quote.charge_currency}` : '–'}
        </Figure>
      </FormFigures>
      {priceFailure ? (
        <Failure>{priceFailure}</Failure>
      ) : (
        <p className={`num ${styles.honest}`}>
          {t('price.honest')} {form.currency === 'USD' ? null : t('price.converted', { currency: form.currency })}
        </p>
      )}
      {quote && isCurrent ? (
        <p className="visually-hidden" role="status">
          {t('spoken', { amount: trimZeros(quote.amount), currency: quote.currency, usdt: quote.usdt })}
        </p>
      ) : null}
    </>
  );
}

function Aside() {
  const { t } = useTranslation('buy');
  return (
    <Section title={t('steps.title')}>
      <Steps
        steps={(['quote', 'approve', 'credit'] as const).map((step) => ({
          title: t(`steps.${step}`),
          text: t(`steps.${step}Text`),
        }))}
      />
    </Section>
  );
}

function Unavailable() {
  const { t } = useTranslation('buy');
  return (
    <EmptyState
      size="page"
      title={t('unavailable.title')}
      role="status"
      action={<ButtonLink to={paths.deposit}>{t('unavailable.action')}</ButtonLink>}
    >
      {t('unavailable.text')}
    </EmptyState>
  );
}
