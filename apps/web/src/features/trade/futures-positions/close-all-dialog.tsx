import { Button } from '@mantine/core';
import { Dialog, formatPrice, formatSigned, toast } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../../lib/api.ts';
import { isFinalRefusal, type Post } from '../../../lib/authorised.ts';
import { coinOfContract, type FuturesPosition } from '../../../lib/futures.ts';
import { i18n } from '../../../lib/i18n.ts';
import { ConfirmLines } from '../../../ui/authorise-dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import styles from './positions.module.css';
import { useSending } from './use-sending.ts';

type CloseAllDialogProps = { readonly positions: readonly FuturesPosition[]; readonly onClose: () => void };

/** Closes several positions at market, after a confirmation. */
export function CloseAllDialog({ positions, onClose }: CloseAllDialogProps) {
  const { t } = useTranslation(['futures', 'trade']);
  const { isSending, refusal, send } = useSending(onClose);
  const act = t('closeAll.act', { count: positions.length });
  const lines = positions.map((position) => ({
    label: titleOf(position),
    value: t('closeAll.line', {
      size: formatPrice(position.size),
      coin: coinOfContract(position.name),
      profit: formatSigned(position.profit, 2),
    }),
  }));
  const submit = () => {
    let closed = 0;
    const post = postOf(positions, (count) => {
      closed = count;
    });
    void send(
      { call: 'other', post },
      {
        title: t('closeAll.title'),
        act,
        lines,
        success: t('trade:confirm.success'),
        result: () => t('closeAll.done', { closed, count: positions.length }),
      },
    );
  };
  return (
    <Dialog opened={!isSending} onClose={onClose} title={t('closeAll.title')}>
      <DialogForm onSubmit={submit}>
        <p>{t('closeAll.note')}</p>
        <ConfirmLines lines={lines} />
        {refusal ? (
          <p className={styles.refusal} role="alert">
            {refusal}
          </p>
        ) : null}
        <Button type="submit" size="lg" fullWidth disabled={positions.length === 0}>
          {act}
        </Button>
      </DialogForm>
    </Dialog>
  );
}

const titleOf = ({ name, side }: FuturesPosition): string =>
  `${coinOfContract(name)}USDT ${i18n.t(`futures:side.${side}`)}`;

type Answer = Awaited<ReturnType<typeof close>>;
const close = ({ name, side, size, mark_price }: FuturesPosition, rest: object, idempotencyKey: string) =>
  call('POST /api/v3/futures/positions/close', {
    // The client sees the mark price: the order fills no further from it than the maximum slippage.
    body: { name, side, trade_type: 'market', order_per_unit: mark_price, number_of_order: size, ...rest },
    idempotencyKey,
  });

/**
 * Closes the positions one after the other, each with its own key, derived from the common one. One that is refused is
 * reported and does not keep the others from being closed; if all are refused, the call fails.
 */
const postOf =
  (positions: readonly FuturesPosition[], onClosed: (count: number) => void): Post<Answer> =>
  async (authorisation, key) => {
    const refusals: { readonly position: FuturesPosition; readonly error: unknown }[] = [];
    let last: Answer | undefined;
    let closed = 0;
    for (const position of positions) {
      try {
        const answer = await close(position, authorisation, `${key}-${position.name}-${position.side}`);
        if (answer.message !== 'success') return answer;
        last = answer;
        closed += 1;
        onClosed(closed);
      } catch (error) {
        if (!isFinalRefusal(error)) throw error;
        refusals.push({ position, error });
      }
    }
    if (last === undefined) throw refusals[0]?.error;
    for (const { position, error } of refusals) toast.error(`${titleOf(position)}: ${errorText(error)}`);
    return last;
  };
