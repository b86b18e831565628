import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { AmountInput, formatAmount, formatPrice, formatSigned, lazyPart } from '@vitrine/ui';
import Big from 'big.js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plain, trimZeros } from '../../../lib/decimal.ts';
import { paths } from '../../../lib/paths.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { AttachedFields } from '../shared/attached-fields.tsx';
import { LimitOptions } from '../shared/limit-options.tsx';
import { feeText, moneyText } from '../shared/money-text.ts';
import { PercentSlider } from '../shared/percent-slider.tsx';
import type { Pick as PickedPrice } from '../shared/pick-bus.ts';
import { usePriceAge } from '../shared/price-age.ts';
import ticketStyles from '../shared/ticket.module.css';
import { TicketRow } from '../shared/ticket-row.tsx';
import { useTrade } from '../shared/trade-context.ts';
import {
  amountForPercent,
  amountInUnit,
  attachedErrorIn,
  attachedOrder,
  type FuturesForm,
  hasLimit,
  lacksPosition,
  otherSide,
} from './form.ts';
import styles from './futures-ticket.module.css';
import { type FuturesTicketModel, useFuturesTicket } from './use-futures-ticket.ts';
import { actText, positionText, priceText } from './words.ts';

const CalculatorDialog = lazyPart(() => import('./calculator-dialog.tsx').then((m) => m.CalculatorDialog));
const NoticeDialog = lazyPart(() => import('./notice-dialog.tsx').then((m) => m.NoticeDialog));

const SIDES = ['long', 'short'] as const;
const KINDS = ['limit', 'market', 'trigger'] as const;
const TRIGGERED = ['market', 'limit'] as const;
const TIMES = ['GTC', 'IOC'] as const;
const UNITS = ['USDT', 'COIN'] as const;

/** A change requested elsewhere on the page; omitted fields stay unchanged. Each new object is a new request. */
export interface FuturesWish {
  readonly side?: FuturesForm['side'];
  readonly kind?: 'limit' | 'market';
  readonly pick?: PickedPrice;
}

type FuturesTicketProps = {
  readonly wanted?: FuturesWish | undefined;
  /** `sheet`, for phones, leaves room for the button that closes the sheet. */
  readonly shape?: 'panel' | 'sheet';
  readonly onSent?: () => void;
};

/** The form that opens positions, BUY MORE or SELL EMPTY, and with 'Reduce-only' reduces that of the other side. */
export function FuturesTicket({ wanted, shape = 'panel', onSent }: FuturesTicketProps) {
  const ticket = useFuturesTicket(wanted?.side);
  const { setSide, change, take } = ticket;
  const element = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new request changes the form
  useEffect(() => {
    if (wanted?.side) setSide(wanted.side);
    if (wanted?.kind) change({ kind: wanted.kind });
    if (wanted?.pick) take(wanted.pick);
    // On a phone, a focused field would open the keyboard over the form.
    const field = wanted && shape === 'panel' ? element.current?.elements.namedItem('amount') : undefined;
    if (field instanceof HTMLInputElement) field.focus();
  }, [wanted]);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (await ticket.submit()) onSent?.();
  };
  return (
    <>
      <form ref={element} className={styles.ticket} data-shape={shape} onSubmit={onSubmit} noValidate>
        <Leverages ticket={ticket} />
        <Sides ticket={ticket} />
        <Kinds ticket={ticket} />
        <Fields ticket={ticket} />
        <Options ticket={ticket} />
        {ticket.form.reduceOnly ? null : <Attached ticket={ticket} />}
        <div className={ticketStyles.end}>
          {ticket.form.reduceOnly ? (
            <Reduction ticket={ticket} />
          ) : (
            <>
              <Term ticket={ticket} />
              <Arithmetic ticket={ticket} />
            </>
          )}
          <Submit ticket={ticket} />
          <Foot ticket={ticket} />
        </div>
      </form>
      {ticket.notices ? (
        <LazyPart>
          <NoticeDialog
            notices={ticket.notices}
            market={ticket.context.market}
            onAnswer={async (isAccepted) => {
              if (await ticket.answerNotices(isAccepted)) onSent?.();
            }}
          />
        </LazyPart>
      ) : null}
    </>
  );
}

type PartProps = { readonly ticket: FuturesTicketModel };

function Leverages({ ticket: { form, context, summary, setLeverage } }: PartProps) {
  const { t } = useTranslation('futures');
  return (
    <fieldset className={styles.leverages}>
      <legend>{t('leverage')}</legend>
      {context.market.leverages.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={summary.leverage === each}
          disabled={!context.account || form.reduceOnly}
          onClick={() => void setLeverage(each)}
        >
          x{each}
        </button>
      ))}
    </fieldset>
  );
}

function Sides({ ticket: { form, setSide } }: PartProps) {
  const { t } = useTranslation(['futures', 'trade']);
  return (
    <fieldset className={styles.sides}>
      <legend className="visually-hidden">{t('trade:ticket.side')}</legend>
      {SIDES.map((each) => (
        <button
          key={each}
          type="button"
          data-side={each === 'long' ? 'BUY' : 'SELL'}
          aria-pressed={form.side === each}
          onClick={() => setSide(each)}
        >
          {t(`side.${each}`)}
        </button>
      ))}
    </fieldset>
  );
}

function Kinds({ ticket: { form, context, change } }: PartProps) {
  const { t } = useTranslation(['futures', 'trade']);
  return (
    <div className={styles.what}>
      <fieldset className={styles.kinds}>
        <legend className="visually-hidden">{t('trade:ticket.kind')}</legend>
        {KINDS.map((each) => (
          <button key={each} type="button" aria-pressed={form.kind === each} onClick={() => change({ kind: each })}>
            {each === 'trigger' ? t('trigger.kind') : t(`trade:kind.${each}`)}
          </button>
        ))}
      </fieldset>
      {context.account ? (
        <p className={styles.available}>
          <span className="visually-hidden">{t('available')}</span>
          <b className="num" title={t('available')}>
            {formatAmount(context.account.available, 2)} {context.market.quote}
          </b>
          <Link
            to={paths.transfer}
            search={{ coin: context.market.quote, type: 'FUTURE' }}
            className={ticketStyles.deposit ?? ''}
            aria-label={t('transferLabel')}
          >
            {t('transfer')}
          </Link>
        </p>
      ) : null}
    </div>
  );
}

function Fields({ ticket }: PartProps) {
  const { t } = useTranslation(['futures', 'trade']);
  const { form, context, summary, error, change, setPrice } = ticket;
  const { market } = context;
  const wrong = (field: 'trigger' | 'price' | 'amount') =>
    error?.field === field ? t(`trade:errors.${error.code}`, error.values) : undefined;
  const inCoin = form.unit === 'COIN';
  return (
    <div className={styles.fields}>
      {form.kind === 'trigger' ? (
        <>
          <AmountInput
            layout="inline"
            label={t('trade:ticket.triggerMark')}
            value={form.trigger}
            onChange={(trigger) => change({ trigger })}
            decimals={market.price_decimals}
            step={market.tick}
            unit={market.quote}
            hint={t('trigger.note', { price: formatPrice(context.markPrice) })}
            error={wrong('trigger')}
            errorId="futures-ticket-error"
          />
          <Triggered ticket={ticket} />
        </>
      ) : null}
      {hasLimit(form) ? (
        <AmountInput
          layout="inline"
          label={t('trade:ticket.price')}
          value={form.price}
          onChange={setPrice}
          decimals={market.price_decimals}
          step={market.tick}
          unit={market.quote}
          error={wrong('price')}
          errorId="futures-ticket-error"
        />
      ) : null}
      {form.kind === 'market' ? (
        <div className={ticketStyles.fixed}>
          <span>{t('trade:ticket.price')}</span>
          <b>{t('trade:ticket.marketPrice')}</b>
        </div>
      ) : null}
      <AmountInput
        layout="inline"
        label={t('trade:ticket.amount')}
        name="amount"
        value={form.amount}
        onChange={(amount) => change({ amount })}
        decimals={inCoin ? market.amount_decimals : 2}
        step={inCoin ? market.lot : '1'}
        unit={<Units ticket={ticket} />}
        error={wrong('amount')}
        errorId="futures-ticket-error"
      />
      <PercentSlider
        share={summary.share}
        disabled={!context.account}
        onPercent={(percent) => change({ amount: amountForPercent(form, context, percent) })}
      />
    </div>
  );
}

/** The order that the trigger places. */
function Triggered({ ticket: { form, change } }: PartProps) {
  const { t } = useTranslation(['futures', 'trade']);
  return (
    <fieldset className={styles.triggered}>
      <legend>{t('trigger.places')}</legend>
      {TRIGGERED.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={form.triggered === each}
          onClick={() => change({ triggered: each })}
        >
          {t(`trade:kind.${each}`)}
        </button>
      ))}
    </fieldset>
  );
}

function Attached({ ticket: { form, context, summary, error, change } }: PartProps) {
  const { t } = useTranslation('futures');
  const { market } = context;
  return (
    <AttachedFields
      form={form}
      order={attachedOrder(form, context, summary.size)}
      decimals={market.price_decimals}
      quote={market.quote}
      note={t('attachedNote')}
      error={attachedErrorIn(error)}
      errorId="futures-ticket-error"
      kinds={market.minimum_term_days > 0 ? ['stopLoss'] : undefined}
      onChange={change}
    />
  );
}

function Units({ ticket: { form, context, change } }: PartProps) {
  const { t } = useTranslation('futures');
  return (
    <fieldset className={styles.units}>
      <legend className="visually-hidden">{t('unit')}</legend>
      {UNITS.map((unit) => (
        <button
          key={unit}
          type="button"
          aria-pressed={form.unit === unit}
          onClick={() => change({ unit, amount: amountInUnit(form, context, unit) })}
        >
          {unit}
        </button>
      ))}
    </fieldset>
  );
}

function Options({ ticket }: PartProps) {
  const { t } = useTranslation('futures');
  const { form, context, change } = ticket;
  const [isAsked, setAsked] = useState(false);
  const none = t('reduce.none', { side: t(`side.${otherSide(form.side)}`) });
  const isPossible = context.opposite !== undefined;
  const chip = (
    <button
      type="button"
      aria-pressed={form.reduceOnly}
      aria-disabled={!(form.reduceOnly || isPossible)}
      title={isPossible ? t('reduce.explained') : none}
      onClick={() => (form.reduceOnly || isPossible ? ticket.setReduceOnly(!form.reduceOnly) : setAsked(true))}
    >
      {t('reduce.only')}
    </button>
  );
  return (
    <>
      {form.kind === 'limit' ? (
        <LimitOptions
          postOnly={form.postOnly}
          onPostOnly={(postOnly) => change({ postOnly, timeInForce: 'GTC' })}
          times={TIMES}
          time={form.timeInForce}
          onTime={(timeInForce) => change({ timeInForce, postOnly: timeInForce === 'GTC' && form.postOnly })}
        >
          {chip}
        </LimitOptions>
      ) : (
        <div className={ticketStyles.options}>{chip}</div>
      )}
      {(form.reduceOnly || isAsked) && !isPossible ? (
        <p className={styles.reduce} role="status">
          {none}
        </p>
      ) : null}
    </>
  );
}

/** In a market with a minimum term, says how long the term is, and when a position can be closed before its end. */
function Term({ ticket: { context } }: PartProps) {
  const { t } = useTranslation('futures');
  const days = context.market.minimum_term_days;
  if (days === 0) return null;
  return (
    <p className={styles.term}>
      <b>{t('term.days', { count: days })}</b> {t('term.short')}
    </p>
  );
}

/** What a reduce-only order reduces, and what it yields: profit at its price, fee, and the rest of the position. */
function Reduction({ ticket: { context, summary } }: PartProps) {
  const { t } = useTranslation('futures');
  const { base, quote, price_decimals } = context.market;
  const { profit, left, fee } = summary;
  return (
    <div className={ticketStyles.arithmetic}>
      <TicketRow label={t('reduce.reduces')}>{positionText(t, context)}</TicketRow>
      <TicketRow label={t('close.profit', { price: priceText(summary.price, price_decimals) })}>
        {profit ? formatSigned(plain(profit.round(2, Big.roundDown)), 2) : '–'} {quote}
      </TicketRow>
      <TicketRow label={summary.feePercent === '' ? t('fee') : t('feeAt', { rate: summary.feePercent })}>
        {fee ? feeText(fee) : '–'}
      </TicketRow>
      <TicketRow label={t('close.left')}>
        {moneyText(left, 0, 8)} {base}
      </TicketRow>
    </div>
  );
}

/** The calculation of the cost, and the price at which the position would be liquidated. */
function Arithmetic({ ticket: { form, context, summary } }: PartProps) {
  const { t } = useTranslation('futures');
  const { market, position } = context;
  const { quote, price_decimals } = market;
  const { size, worst, leverage } = summary;
  const product = size && worst ? `${moneyText(size, 0, 8)} × ${priceText(worst, price_decimals)}` : t('value');
  return (
    <div className={ticketStyles.arithmetic}>
      <TicketRow
        label={`${product} ÷ x${leverage}`}
        title={t(form.kind === 'market' ? 'marginAtWorst' : form.kind === 'trigger' ? 'trigger.margin' : 'marginNote')}
      >
        {moneyText(summary.margin)}
      </TicketRow>
      <TicketRow label={summary.feePercent === '' ? t('fee') : t('feeAt', { rate: summary.feePercent })}>
        {summary.fee ? feeText(summary.fee) : '–'}
      </TicketRow>
      <TicketRow label={t('cost')} title={t('costNote')}>
        {summary.cost ? feeText(summary.cost) : '–'} {quote}
      </TicketRow>
      <TicketRow
        label={t('liquidation.label')}
        note={
          position?.liquidation_price
            ? t('liquidation.was', { price: formatPrice(position.liquidation_price) })
            : undefined
        }
        title={t('liquidation.note')}
      >
        <span className={styles.liquidation}>{priceText(summary.liquidation, price_decimals)}</span>
      </TicketRow>
    </div>
  );
}

/** Sends the order; visitors are asked to sign in instead. */
function Submit({ ticket }: PartProps) {
  const { t } = useTranslation(['futures', 'trade']);
  const { isReadOnly, market, coin } = useTrade();
  const age = usePriceAge(market);
  const { form, context, summary } = ticket;
  if (isReadOnly)
    return (
      <ButtonLink to={paths.signIn} search={{ next: paths.futures.replace('$coin', coin) }} fullWidth size="lg">
        {t('signIn')}
      </ButtonLink>
    );
  const obstacle =
    context.market.status !== 'open'
      ? t(`trade:market.${context.market.status}`)
      : context.market.is_close_only && !form.reduceOnly
        ? t('trade:market.close_only')
        : age
          ? t(`trade:age.${age.isOnline ? 'reconnecting' : 'offline'}`, { seconds: age.seconds })
          : !context.account
            ? t('trade:ticket.waitsForBalance')
            : lacksPosition(form, context)
              ? t('reduce.nothing')
              : undefined;
  return (
    <Button
      type="submit"
      className={ticketStyles.submit ?? ''}
      data-side={form.side === 'long' ? 'buy' : 'sell'}
      loading={ticket.sending}
      disabled={obstacle !== undefined}
      fullWidth
    >
      {obstacle ?? actText(t, form, context, summary)}
    </Button>
  );
}

/** The minimum order; an error replaces it, so that the layout does not shift. */
function Foot({ ticket: { context, error, refusal, form, summary } }: PartProps) {
  const { t } = useTranslation(['trade', 'futures']);
  const [isCalculating, setCalculating] = useState(false);
  const wrong = refusal ?? (error && t(`errors.${error.code}`, error.values));
  const { market } = context;
  return (
    <div className={styles.foot}>
      {wrong === undefined ? (
        <span className="num">
          {t('ticket.minimum', { value: `${formatPrice(trimZeros(market.minimum_total))} ${market.quote}` })}
        </span>
      ) : (
        <p id="futures-ticket-error" className={ticketStyles.refusal} role="alert">
          {wrong}
        </p>
      )}
      <Link to={paths.futuresData} params={{ coin: market.base }} className="link">
        {t('futures:rules.short')}
      </Link>
      <button type="button" className="link" onClick={() => setCalculating(true)}>
        {t('futures:calculator.open')}
      </button>
      {isCalculating ? (
        <LazyPart>
          <CalculatorDialog
            first={{
              side: form.side,
              leverage: summary.leverage,
              entry: summary.price ? plain(summary.price) : '',
              size: summary.size ? plain(summary.size) : '',
            }}
            onClose={() => setCalculating(false)}
          />
        </LazyPart>
      ) : null}
    </div>
  );
}
