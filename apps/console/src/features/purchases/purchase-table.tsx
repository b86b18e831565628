import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Chip, type Column, DataTable, EmptyState, formatInteger, formatPrice, type Rows, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { utcText } from '../../lib/times.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { ListFailure } from '../../ui/list-failure.tsx';
import styles from './purchase-table.module.css';
import { type Concern, isOpen, isSome, type Purchase, purchasesChanged } from './purchases.ts';

type TableProps = {
  readonly data: Rows<Purchase>;
  readonly onRetry: () => void;
  readonly emptyText: string;
  /** Whether the operator may mark review items as resolved. */
  readonly maySettle: boolean;
};

/** Purchases with their data from PayPal and the ledger, and the items to review. */
export function PurchaseTable({ data, onRetry, emptyText, maySettle }: TableProps) {
  const { t } = useTranslation('purchases');
  const [settled, setSettled] = useState<Purchase>();
  const [taken, setTaken] = useState<Purchase>();
  const acts = { maySettle, onSettle: setSettled, onTakeBack: setTaken };
  return (
    <>
      <DataTable
        dense
        label={t('title')}
        columns={useColumns(acts)}
        data={data}
        rowKey={({ id }) => String(id)}
        card={(purchase) => <Card purchase={purchase} {...acts} />}
        empty={<EmptyState title={t('none')}>{emptyText}</EmptyState>}
        error={<ListFailure onRetry={onRetry} />}
      />
      {settled ? <SettleDialog purchase={settled} onClose={() => setSettled(undefined)} /> : null}
      {taken ? <TakeBackDialog purchase={taken} onClose={() => setTaken(undefined)} /> : null}
    </>
  );
}

type OneProps = { readonly purchase: Purchase };
type Acting = {
  readonly maySettle: boolean;
  readonly onSettle: (purchase: Purchase) => void;
  readonly onTakeBack: (purchase: Purchase) => void;
};

function useColumns(acts: Acting): readonly Column<Purchase>[] {
  const { t } = useTranslation(['purchases', 'common']);
  return [
    { key: 'what', header: t('what'), render: (purchase) => <What purchase={purchase} /> },
    { key: 'paid', header: t('paid'), render: (purchase) => <Paid purchase={purchase} /> },
    { key: 'paypal', header: t('paypal'), render: (purchase) => <AtPaypal purchase={purchase} /> },
    { key: 'state', header: t('state'), render: (purchase) => <Stands purchase={purchase} /> },
    { key: 'concerns', header: t('toLookAt'), render: (purchase) => <Concerns purchase={purchase} /> },
    {
      key: 'acts',
      header: <span className="visually-hidden">{t('common:actions')}</span>,
      align: 'end',
      render: (purchase) => <Acts purchase={purchase} {...acts} />,
    },
  ];
}

function What({ purchase: { id, uid, usdt, date } }: OneProps) {
  const { t } = useTranslation('purchases');
  return (
    <>
      <b className="num">{formatPrice(usdt)} USDT</b>{' '}
      <Link to={paths.client} params={{ uid }} className="link num">
        {uid}
      </Link>
      <p className={`num ${styles.small}`}>{t('numbered', { id, time: utcText(date) })}</p>
    </>
  );
}

/** Formats a price without trailing zeros. */
const short = (price: string): string => formatPrice(price.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''));

function Paid({ purchase: { amount, currency, charge, charge_currency, price, market_price } }: OneProps) {
  const { t } = useTranslation('purchases');
  return (
    <>
      <span className="num">
        {formatPrice(charge)} {charge_currency}
      </span>
      <p className={`num ${styles.small}`}>
        {t('priced', { amount: formatPrice(amount), currency, price: short(price), market: short(market_price) })}
      </p>
    </>
  );
}

function AtPaypal({ purchase: { order_id, capture_id } }: OneProps) {
  const { t } = useTranslation('purchases');
  return (
    <p className={`num ${styles.numbers}`}>
      {t('order', { id: order_id })}
      <br />
      {capture_id === '' ? t('noCapture') : t('capture', { id: capture_id })}
    </p>
  );
}

const tones = { WAITING: 'plain', CONFIRMING: 'wait', COMPLETED: 'ok', FAILED: 'bad', EXPIRED: 'plain' } as const;

function Stands({ purchase }: OneProps) {
  const { t } = useTranslation('purchases');
  const { state, is_captured, reason, position, refunded, charge_currency } = purchase;
  return (
    <>
      <Chip tone={is_captured ? 'bad' : tones[state]}>{t(is_captured ? 'captured' : `states.${state}`)}</Chip>
      <p className={`num ${styles.small}`}>
        {position === 0 ? null : t('entry', { position: formatInteger(position) })}
        {reason === '' ? null : t(`reasons.${reason}`)}{' '}
        {isSome(refunded) ? t('refunded', { amount: formatPrice(refunded), currency: charge_currency }) : null}
      </p>
      <TakenBack purchase={purchase} />
    </>
  );
}

/** The USDT deducted so far, and the USDT still owed. */
function TakenBack({ purchase: { take_backs, owed, available, is_take_back_asked } }: OneProps) {
  const { t } = useTranslation('purchases');
  return (
    <>
      {take_backs.map(({ amount, position, date }) => (
        <p key={position} className={`num ${styles.small}`}>
          {t('takenBack', { amount: formatPrice(amount), position: formatInteger(position), time: utcText(date) })}
        </p>
      ))}
      {isSome(owed) ? (
        <p className={`num ${styles.small}`}>
          <Chip tone="bad">{t('owed', { amount: formatPrice(owed) })}</Chip>{' '}
          {is_take_back_asked ? t('takeBackAsked') : t('availableNow', { amount: formatPrice(available) })}
        </p>
      ) : null}
    </>
  );
}

function Concerns({ purchase: { concerns } }: OneProps) {
  const { t } = useTranslation('purchases');
  if (concerns.length === 0) return <span className="faint">–</span>;
  return (
    <ul className={styles.concerns}>
      {concerns.map((concern) => (
        <li key={`${concern.kind} ${concern.reference}`}>
          <Chip tone={isOpen(concern) ? 'bad' : 'plain'}>{t(`kinds.${concern.kind}`)}</Chip>{' '}
          <span className="num">
            {concern.amount === '' ? null : `${formatPrice(concern.amount)} ${concern.charge_currency}`}
          </span>
          <p className={`num ${styles.small}`}>
            {[concern.reference, detailOf(t, concern)].filter(Boolean).join(', ')}
          </p>
          <p className={`num ${styles.small}`}>{endOf(t, concern)}</p>
        </li>
      ))}
    </ul>
  );
}

type T = ReturnType<typeof useTranslation<'purchases'>>['t'];

const detailOf = (t: T, { kind, detail }: Concern): string => (kind === 'differs' ? t('charged', { detail }) : detail);

function endOf(t: T, concern: Concern): string {
  if (isOpen(concern)) return t('since', { time: utcText(concern.since) });
  const words = { time: utcText(concern.settled_at), who: concern.settled_by, note: concern.note };
  return concern.settled_by === '' ? t('settledItself', words) : t('settledBy', words);
}

function Acts({ purchase, maySettle, onSettle, onTakeBack }: OneProps & Acting) {
  const { t } = useTranslation('purchases');
  const queries = useQueryClient();
  const { id, may_act, concerns, owed, is_take_back_asked } = purchase;
  const ask = useMutation({
    mutationFn: () => call('POST /api/v3/console/purchases/ask', { body: { purchase_id: id } }),
    onSuccess: async () => {
      toast.ok(t('asked'));
      await purchasesChanged(queries);
    },
    onError: (error) => toast.error(errorText(error)),
  });
  if (!may_act) return null;
  return (
    <span className={styles.acts}>
      <button
        type="button"
        className="link"
        disabled={ask.isPending}
        aria-label={t('askNamed', { id })}
        onClick={() => ask.mutate()}
      >
        {t('ask')}
      </button>
      {maySettle && isSome(owed) && !is_take_back_asked ? (
        <button
          type="button"
          className="link"
          aria-label={t('takeBackNamed', { id })}
          onClick={() => onTakeBack(purchase)}
        >
          {t('takeBack')}
        </button>
      ) : null}
      {maySettle && concerns.some(isOpen) ? (
        <button type="button" className="link" aria-label={t('settleNamed', { id })} onClick={() => onSettle(purchase)}>
          {t('settle')}
        </button>
      ) : null}
    </span>
  );
}

function TakeBackDialog({ purchase, onClose }: OneProps & { readonly onClose: () => void }) {
  const { t } = useTranslation('purchases');
  const queries = useQueryClient();
  const { id, charge, charge_currency, refunded, owed, available } = purchase;
  const figures = { charge, refunded, owed, available };
  return (
    <ActDialog
      title={t('takeBackNamed', { id })}
      onClose={onClose}
      action={t('askTakeBack')}
      done={t('takeBackDone')}
      act={async (reason) => {
        await call('POST /api/v3/console/purchases/take-back', { body: { purchase_id: id, reason } });
        await purchasesChanged(queries);
      }}
    >
      <p className="num">
        {t('takeBackText', {
          currency: charge_currency,
          ...Object.fromEntries(Object.entries(figures).map(([name, amount]) => [name, formatPrice(amount)])),
        })}
      </p>
      <p className="dim">{t('takeBackNext')}</p>
    </ActDialog>
  );
}

const isBack = (kind: Concern['kind']): boolean => kind === 'refunded' || kind === 'reversed';

function SettleDialog({ purchase, onClose }: OneProps & { readonly onClose: () => void }) {
  const { t } = useTranslation('purchases');
  const queries = useQueryClient();
  const { id, is_captured, concerns, state } = purchase;
  return (
    <ActDialog
      title={t('settleNamed', { id })}
      onClose={onClose}
      action={t('settle')}
      done={t('settled')}
      act={async (note) => {
        await call('POST /api/v3/console/purchases/settle', { body: { purchase_id: id, note } });
        await purchasesChanged(queries);
      }}
    >
      <ul className={styles.concerns}>
        {concerns.filter(isOpen).map(({ kind, reference }) => (
          <li key={`${kind} ${reference}`}>
            <b>{t(`kinds.${kind}`)}</b> <span className={`num ${styles.small}`}>{reference}</span>
            <p className="dim">{t(`whatToDo.${isBack(kind) && state !== 'COMPLETED' ? 'backUncredited' : kind}`)}</p>
          </li>
        ))}
      </ul>
      <p className="dim">
        {t(is_captured ? 'settleCaptured' : state === 'COMPLETED' ? 'settleCredited' : 'settleText')}
      </p>
    </ActDialog>
  );
}

function Card({ purchase, ...acts }: OneProps & Acting) {
  return (
    <div className={styles.card}>
      <div>
        <What purchase={purchase} />
      </div>
      <div>
        <Paid purchase={purchase} />
      </div>
      <AtPaypal purchase={purchase} />
      <div>
        <Stands purchase={purchase} />
      </div>
      <Concerns purchase={purchase} />
      <Acts purchase={purchase} {...acts} />
    </div>
  );
}
