import { formatPrice, settledAmount, toast } from '@vitrine/ui';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call, newIdempotencyKey } from '../../../lib/api.ts';
import { type Authorisation, sendAuthorised } from '../../../lib/authorised.ts';
import { trimZeros } from '../../../lib/decimal.ts';
import { queryClient, WALLET_KEY } from '../../../lib/query-client.ts';
import { AuthoriseDialog, ConfirmLines } from '../../../ui/authorise-dialog.tsx';
import { confirmationsOf, useNodes } from './nodes.ts';
import type { TransferModel } from './use-transfer.ts';

type ConfirmTransferProps = {
  readonly transfer: TransferModel;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

/** Shows the transfer, asks for the transaction password, sends it, and says how many nodes have confirmed it. */
export function ConfirmTransfer({ transfer, onClose, onDone }: ConfirmTransferProps) {
  const { t } = useTranslation('transfer');
  const { data: nodes } = useNodes();
  // One key per confirmation, so that a retry after a lost response does not transfer twice.
  const key = useRef(newIdempotencyKey());
  const { form } = transfer;
  const amount = settledAmount(form.amount);
  const words = {
    amount: formatPrice(amount),
    coin: form.coin,
    from: t(`wallet.${form.from}`),
    to: t(`wallet.${form.to}`),
  };

  const send = (authorisation: Authorisation) =>
    sendAuthorised(
      (given, idempotencyKey) => {
        const { from, to, coin: coin_name } = form;
        const body = { coin_name, from, to, transfer_amount: amount, ...given };
        return call('POST /api/v3/futures/transfer', { body, idempotencyKey });
      },
      authorisation,
      key.current,
    ).then(async (result) => {
      if (result.kind !== 'done') return result;
      // The dialog shows progress until the nodes have confirmed the transfer and the wallet has been refetched.
      const [confirmations] = await Promise.all([
        confirmationsOf(result.answer.position ?? 0),
        queryClient.invalidateQueries({ queryKey: WALLET_KEY }),
      ]);
      return { ...result, answer: { ...result.answer, confirmations } };
    });

  return (
    <AuthoriseDialog
      title={t('confirm.title')}
      act={t('act', words)}
      again={t('confirm.again')}
      send={send}
      onDone={({ result: moved, confirmations }) => {
        const said = moved && {
          amount: formatPrice(trimZeros(moved.amount)),
          coin: moved.coin,
          from: t(`wallet.${moved.from}`),
          to: t(`wallet.${moved.to}`),
        };
        toast.ok(t('done', said ?? words), confirmations && t('confirmed', confirmations));
        onDone();
      }}
      onRefused={({ text }) => {
        transfer.setRefusal(text);
        onClose();
      }}
      onClose={onClose}
    >
      <ConfirmLines
        lines={[
          { label: t('from'), value: words.from },
          { label: t('to'), value: words.to },
          { label: t('amount'), value: `${words.amount} ${words.coin}` },
          { label: t('fee'), value: `0 ${words.coin}` },
        ]}
      />
      <p>{nodes === undefined ? t('confirm.text') : t('confirm.textNodes', { count: nodes })}</p>
    </AuthoriseDialog>
  );
}
