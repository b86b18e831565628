import { lazyPart } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchAhead } from '../../../ui/fetch-ahead.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';

const importDialog = () => import('./cancel-all-dialog.tsx');
const CancelAllDialog = lazyPart(() => importDialog().then((m) => m.CancelAllDialog));

type CancelAllProps = {
  /** The number of orders in the list. */
  readonly count: number;
  /** Which orders will be cancelled, and what is released. */
  readonly text: string;
  readonly cancel: () => Promise<void>;
};

/** Cancels the orders in a list: a single order immediately, several orders after confirmation. */
export function CancelAllButton({ count, text, cancel }: CancelAllProps) {
  const { t } = useTranslation('trade');
  const [isAsking, setAsking] = useState(false);
  const [sending, setSending] = useState(false);

  const send = async () => {
    setSending(true);
    await cancel();
    setSending(false);
    setAsking(false);
  };

  return (
    <>
      <button
        type="button"
        className="link"
        disabled={sending}
        onPointerEnter={fetchAhead(importDialog)}
        onFocus={fetchAhead(importDialog)}
        onClick={() => (count > 1 ? setAsking(true) : void send())}
      >
        {t('orders.cancelAll', { count })}
      </button>
      {isAsking ? (
        <LazyPart>
          <CancelAllDialog
            count={count}
            text={text}
            sending={sending}
            onConfirm={() => void send()}
            onClose={() => setAsking(false)}
          />
        </LazyPart>
      ) : null}
    </>
  );
}
