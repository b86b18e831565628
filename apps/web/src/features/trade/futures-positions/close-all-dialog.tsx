import { Button } from '@mantine/core';
import { Dialog, Failure, formatPrice, formatSigned, toast } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../../lib/api.ts';
import { isUndecided, type Post } from '../../../lib/authorised.ts';
import { currentPositions, type FuturesPosition } from '../../../lib/futures.ts';
import { i18n } from '../../../lib/i18n.ts';
import { coinsOf, marketLabel } from '../../../lib/market-names.ts';
import { ConfirmLines } from '../../../ui/authorise-dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { futuresResultText } from '../shared/futures-result.ts';
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
      coin: coinsOf(position.name).base,
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
        <Failure>{refusal}</Failure>
        <Button type="submit" size="lg" fullWidth disabled={positions.length === 0}>
          {act}
        </Button>
      </DialogForm>
    </Dialog>
  );
}

const titleOf = ({ name, side }: FuturesPosition): string => `${marketLabel(name)} ${i18n.t(`futures:side.${side}`)}`;

type Answer = Awaited<ReturnType<typeof close>>;
const close = ({ name, side, size, mark_price }: FuturesPosition, rest: object, idempotencyKey: string) =>
  call('POST /api/v3/futures/positions/close', {
    // The maximum slippage is measured from the mark price, which the client sees.
    body: { name, side, trade_type: 'market', order_per_unit: mark_price, number_of_order: size, ...rest },
    idempotencyKey,
  });

/**
 * Closes the positions one after the other at their current size and mark price, each with its own key, derived from
 * the common key. If a closing order is refused or filled only in part, this is reported and the other positions are
 * still closed. If all are refused, or an outcome is unknown, the call fails.
 */
const postOf = (positions: readonly FuturesPosition[], onClosed: (count: number) => void): Post<Answer> => {
  // Each position as it was first sent: a retry with the same key must send the same content.
  const sent = new Map<string, FuturesPosition>();
  return async (authorisation, key) => {
    const reports: string[] = [];
    let refusal: unknown;
    let last: Answer | undefined;
    let closed = 0;
    for (const confirmed of positions) {
      const position = sent.get(confirmed.id) ?? currentPositions().find(({ id }) => id === confirmed.id);
      // The position has been closed in the meantime.
      if (position === undefined) continue;
      sent.set(position.id, position);
      try {
        const answer = await close(position, authorisation, `${key}-${position.name}-${position.side}`);
        if (answer.message !== 'success') return answer;
        last = answer;
        if (Number(answer.result?.filled ?? 0) === Number(position.size)) closed += 1;
        else if (answer.result) reports.push(`${titleOf(position)}: ${resultOf(position, answer.result)}`);
        onClosed(closed);
      } catch (error) {
        if (isUndecided(error)) throw error;
        refusal = error;
        reports.push(`${titleOf(position)}: ${errorText(error)}`);
      }
    }
    if (last === undefined && refusal !== undefined) throw refusal;
    for (const report of reports) toast.error(report);
    return last ?? { message: 'success' };
  };
};

const resultOf = ({ side, name }: FuturesPosition, result: NonNullable<Answer['result']>): string => {
  const coin = coinsOf(name).base;
  return futuresResultText({ side, effect: 'close', coin, act: i18n.t('futures:close.title', { coin }) }, result);
};
