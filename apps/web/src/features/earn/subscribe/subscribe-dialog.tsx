import { useQueryClient } from '@tanstack/react-query';
import { Dialog } from '@vitrine/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText, newIdempotencyKey } from '../../../lib/api.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { type EarnProduct, PRODUCTS_KEY } from '../shared/earn-data.ts';
import { Outcome } from './outcome.tsx';
import { SubscribeFields } from './subscribe-fields.tsx';
import { emptyForm, type SubscribeForm } from './subscribe-form.ts';

/** How long the success message is shown before the page is left. */
const SUCCESS_MS = 3_000;

type Sending = { readonly kind: 'idle' | 'pending' | 'success' } | { readonly kind: 'error'; readonly text: string };

type SubscribeDialogProps = {
  readonly product: EarnProduct;
  /** The initially selected duration. */
  readonly days?: number;
  readonly onClose: () => void;
  /** Called after the success message. */
  readonly onDone: () => void;
};

/** Subscribes to a product: shows the form, then the result. */
export function SubscribeDialog({ product, days, onClose, onDone }: SubscribeDialogProps) {
  const { t } = useTranslation('earn');
  const queries = useQueryClient();
  const [form, setForm] = useState<SubscribeForm>(() => emptyForm(product, days));
  // The terms may change while the form is open, so the request contains the version that the form showed.
  const [seen, setSeen] = useState(product.version);
  const [sending, setSending] = useState<Sending>({ kind: 'idle' });
  // One key per form, so that a retry after a lost response does not subscribe twice.
  const key = useRef(newIdempotencyKey());
  useAfterSuccess(sending.kind === 'success', onDone);

  const change = (changes: Partial<SubscribeForm>) => {
    key.current = newIdempotencyKey();
    setForm({ ...form, ...changes });
  };
  const back = () => {
    setSending({ kind: 'idle' });
    if (seen === product.version) return;
    setSeen(product.version);
    change({ isAccepted: false });
  };
  const send = async () => {
    setSending({ kind: 'pending' });
    try {
      await call('POST /api/v2/earn/store', { body: bodyOf(product.id, seen, form), idempotencyKey: key.current });
      setSending({ kind: 'success' });
    } catch (error) {
      // A refused request has no effect, so the next attempt gets a new key. After any other error, a retry with the
      // same key returns the outcome.
      if (error instanceof ApiError && !error.retryable) key.current = newIdempotencyKey();
      setSending({ kind: 'error', text: errorText(error) });
    }
    for (const queryKey of [WALLET_KEY, PRODUCTS_KEY]) void queries.invalidateQueries({ queryKey });
  };

  const title = { success: t('subscribe.success'), error: t('subscribe.failed') } as const;
  const isOver = sending.kind === 'success' || sending.kind === 'error';
  return (
    <Dialog
      opened
      onClose={sending.kind === 'success' ? onDone : onClose}
      title={isOver ? title[sending.kind] : t('subscribe.title', { coin: product.name })}
      size={isOver ? 440 : 620}
    >
      {isOver ? (
        <Outcome
          text={t(sending.kind === 'success' ? 'subscribe.successText' : 'subscribe.failedText')}
          reason={sending.kind === 'error' ? sending.text : undefined}
          onBack={sending.kind === 'error' ? back : undefined}
        />
      ) : (
        <SubscribeFields
          product={product}
          form={form}
          isSending={sending.kind === 'pending'}
          onChange={change}
          onSubmit={() => void send()}
        />
      )}
    </Dialog>
  );
}

const bodyOf = (id: number, version: number, { days, amount, renews, isAccepted }: SubscribeForm) =>
  days === 0
    ? { earn_id: id, version, amount, status: 'FLEXI_LOCK' as const }
    : { earn_id: id, version, amount, status: 'STAKE_LOCK' as const, days, auto_renew: renews, accepted: isAccepted };

function useAfterSuccess(isDone: boolean, onDone: () => void): void {
  const after = useRef(onDone);
  after.current = onDone;
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => after.current(), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
}
