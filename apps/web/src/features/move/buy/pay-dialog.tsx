import { Button } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { Dialog, Failure, formatPrice } from '@vitrine/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText, newIdempotencyKey } from '../../../lib/api.ts';
import { plainPrice, trimZeros } from '../../../lib/decimal.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { ConfirmLines } from '../../../ui/authorise-dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import styles from './buy.module.css';
import type { BuyModel, Quote } from './use-buy.ts';

type PayDialogProps = { readonly buy: BuyModel; readonly onClose: () => void };

/** The total that PayPal will charge, and the button that leads to PayPal; visitors sign in first. */
export function PayDialog({ buy, onClose }: PayDialogProps) {
  const { t } = useTranslation('buy');
  const { status } = useSession();
  const quote = buy.isCurrent ? buy.quote : undefined;
  const pay = usePaying(buy, quote);
  const total = quote ? `${formatPrice(quote.charge)} ${quote.charge_currency}` : '–';
  return (
    <Dialog opened onClose={onClose} title={t('confirm.title')} size={440} persistent={pay.isBusy}>
      <DialogForm onSubmit={() => void pay.send()}>
        <p className={`num ${styles.total}`}>
          <span>{t('confirm.total')}</span>
          <b>{total}</b>
        </p>
        <ConfirmLines lines={linesOf(t, quote)} />
        <p className="dim">{t(status === 'visitor' ? 'confirm.signIn' : 'confirm.next')}</p>
        <Failure>{pay.failure}</Failure>
        {status !== 'visitor' ? (
          <Button
            type="submit"
            size="lg"
            fullWidth
            loading={pay.isBusy}
            disabled={quote === undefined || status === 'unknown'}
          >
            {t('confirm.act', { total })}
          </Button>
        ) : (
          <SignInFirst buy={buy} />
        )}
      </DialogForm>
    </Dialog>
  );
}

type T = ReturnType<typeof useTranslation<'buy'>>['t'];

const linesOf = (t: T, quote: Quote | undefined) => [
  { label: t('confirm.pay'), value: quote ? `${formatPrice(trimZeros(quote.amount))} ${quote.currency}` : '–' },
  {
    label: t('price.ours'),
    value: quote ? `${formatPrice(plainPrice(quote.price))} ${quote.currency}` : '–',
  },
  { label: t('confirm.get'), value: quote ? `${formatPrice(quote.usdt)} USDT` : '–' },
];

/** Leads to sign-in or sign-up, then back to this page with the same amount. */
function SignInFirst({ buy: { form } }: { readonly buy: BuyModel }) {
  const { t } = useTranslation();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const next = `${pathname}?${new URLSearchParams({ currency: form.currency, amount: form.amount })}`;
  return (
    <div className={styles.choices}>
      <ButtonLink to={paths.signIn} search={{ next }} size="lg" fullWidth>
        {t('nav.login')}
      </ButtonLink>
      <ButtonLink to={paths.signUp} search={{ next }} size="lg" variant="default" fullWidth>
        {t('nav.signUp')}
      </ButtonLink>
    </div>
  );
}

const sameQuote = (one: Quote, other: Quote): boolean =>
  one.currency === other.currency && one.amount === other.amount && one.usdt === other.usdt;

/** Creates the order at the price shown and goes to PayPal; if the quote has expired, shows a new quote instead. */
function usePaying(buy: BuyModel, quote: Quote | undefined) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  // One key per quote, so that a retry after a lost response does not create a second order.
  const intention = useRef<{ readonly quote: Quote; readonly key: string }>(undefined);
  useReturned(() => setIsBusy(false));

  const send = async () => {
    if (isBusy || quote === undefined) return;
    if (!intention.current || !sameQuote(intention.current.quote, quote))
      intention.current = { quote, key: newIdempotencyKey() };
    setIsBusy(true);
    setFailure(undefined);
    try {
      const { currency, amount, usdt } = quote;
      const { approval_url } = await call('POST /api/v3/paypal/payment', {
        body: { currency, amount, usdt },
        idempotencyKey: intention.current.key,
      });
      location.assign(approval_url);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'quote_expired') await buy.renew();
      setFailure(errorText(error));
      setIsBusy(false);
    }
  };
  return { isBusy, failure, send };
}

/**
 * Calls back when the browser's Back button leads from PayPal to this page: the browser restores the page as it was
 * left, and the page must be usable again.
 */
function useReturned(onReturn: () => void): void {
  const latest = useRef(onReturn);
  latest.current = onReturn;
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => {
      if (persisted) latest.current();
    };
    window.addEventListener('pageshow', look);
    return () => window.removeEventListener('pageshow', look);
  }, []);
}
