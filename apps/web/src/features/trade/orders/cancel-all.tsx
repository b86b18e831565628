import { lazyPart } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchAhead } from '../../../ui/fetch-ahead.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { useTrade } from '../shared/trade-context.ts';

const importDialog = () => import('./cancel-all-dialog.tsx');
const CancelAllDialog = lazyPart(() => importDialog().then((m) => m.CancelAllDialog));

type CancelAllProps = {
  readonly count: number;
  /** If given, only orders of this pair are cancelled. */
  readonly pairName: string | undefined;
};

/** Cancels the orders in the list: a single order immediately, several orders after confirmation. */
export function CancelAll({ count, pairName }: CancelAllProps) {
  const { t } = useTranslation('trade');
  const { desk } = useTrade();
  const [isAsking, setAsking] = useState(false);
  const [sending, setSending] = useState(false);

  const cancel = async () => {
    setSending(true);
    await desk.cancelAll(pairName);
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
        onClick={() => (count > 1 ? setAsking(true) : void cancel())}
      >
        {t('orders.cancelAll', { count })}
      </button>
      {isAsking ? (
        <LazyPart>
          <CancelAllDialog
            count={count}
            pairName={pairName}
            sending={sending}
            onConfirm={() => void cancel()}
            onClose={() => setAsking(false)}
          />
        </LazyPart>
      ) : null}
    </>
  );
}
