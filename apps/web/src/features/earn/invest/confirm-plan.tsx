import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@vitrine/ui';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call, newIdempotencyKey } from '../../../lib/api.ts';
import { type Authorisation, sendAuthorised } from '../../../lib/authorised.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { AuthoriseDialog, ConfirmLines } from '../../../ui/authorise-dialog.tsx';
import type { InvestCoins, Plan } from './invest-data.ts';
import { type PlanForm, sharesOf, termsOf } from './plan-form.ts';
import { usePlanWords } from './use-plan-words.ts';

type ConfirmPlanProps = {
  readonly form: PlanForm;
  readonly coins: InvestCoins;
  readonly edited: Plan | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
  readonly onRefused: (text: string) => void;
};

/** Shows what the plan will do on each run, asks for the transaction password, and submits the plan. */
export function ConfirmPlan({ form, coins, edited, onClose, onDone, onRefused }: ConfirmPlanProps) {
  const { t } = useTranslation('invest');
  const words = usePlanWords();
  const queries = useQueryClient();
  // One key per dialog, so that a retry after a lost response does not create two plans.
  const key = useRef(newIdempotencyKey());
  const send = (authorisation: Authorisation) =>
    sendAuthorised<{ readonly message: string }>(
      (given, idempotencyKey) =>
        edited === undefined
          ? call('POST /api/v3/auto-invest/plans', {
              body: { kind: form.kind, ...termsOf(form), ...given },
              idempotencyKey,
            })
          : call('POST /api/v3/auto-invest/plans/edit', {
              body: { plan_id: edited.id, version: edited.version, ...termsOf(form), ...given },
            }),
      authorisation,
      key.current,
    );
  const named = { name: form.name.trim(), list: form.kind === 'linked' ? form.list : undefined };
  const shares = sharesOf(form, coins).map(({ name, percent }) => ({ name, percent: Math.round(percent) }));
  const act = { amount: words.amount(form.amount), cycle: words.cycle(form.cycle) };
  return (
    <AuthoriseDialog
      title={t(edited === undefined ? 'confirm.create' : 'confirm.edit')}
      act={t(edited === undefined ? 'editor.create' : 'editor.save', act)}
      again={t('confirm.again')}
      send={send}
      onDone={async () => {
        await queries.invalidateQueries({ queryKey: WALLET_KEY });
        toast.ok(t(edited === undefined ? 'confirm.created' : 'confirm.edited'));
        onDone();
      }}
      onRefused={({ text }) => {
        void queries.invalidateQueries({ queryKey: WALLET_KEY });
        onRefused(text);
      }}
      onClose={onClose}
    >
      <ConfirmLines
        lines={[
          { label: t('confirm.plan'), value: words.plan({ ...named, coins: shares }) },
          { label: t('confirm.coins'), value: words.coins({ ...named, coins: shares }) },
          { label: t('editor.amount'), value: `${words.amount(form.amount)} USDT` },
          { label: t('editor.cycle'), value: words.cycle(form.cycle) },
          { label: t('confirm.when'), value: words.repeats(form) },
          { label: t('confirm.fee'), value: t('confirm.taker', { percent: coins.taker_rate_percent }) },
          { label: t('confirm.source'), value: t(form.usesFlexible ? 'confirm.flexible' : 'editor.spot') },
        ]}
      />
    </AuthoriseDialog>
  );
}
