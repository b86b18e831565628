import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  Chip,
  CoinIcon,
  type Column,
  DataTable,
  Dialog,
  directionOf,
  EmptyState,
  Failure,
  formatAmount,
  formatPercent,
  formatSigned,
  LoadFailed,
  toast,
} from '@vitrine/ui';
import Big from 'big.js';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../../lib/api.ts';
import { plain } from '../../../lib/decimal.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import styles from './invest.module.css';
import { type Plan, usePlans } from './invest-data.ts';
import { decimalsFor } from './past-panel.tsx';
import { usePlanWords, utcText } from './use-plan-words.ts';

type Acts = {
  readonly onEdit: (plan: Plan) => void;
  readonly onStop: (plan: Plan) => void;
};

/** The client's plans that have not been stopped, with what they have bought and the available actions. */
export function OwnPlans({ onEdit }: Pick<Acts, 'onEdit'>) {
  const { t } = useTranslation('invest');
  const { data, isError, refetch } = usePlans();
  const [stopped, setStopped] = useState<Plan>();
  const acts = { onEdit, onStop: setStopped };
  const columns = useColumns(acts);
  const failed = <LoadFailed title={t('plans.failed')} onRetry={() => void refetch()} />;
  if (isError && data === undefined) return failed;
  return (
    <div className={styles.list}>
      <DataTable
        label={t('plans.label')}
        columns={columns}
        data={data === undefined ? { status: 'pending' } : { status: 'success', rows: data.plans }}
        rowKey={({ id }) => String(id)}
        card={(plan) => <PlanCard plan={plan} {...acts} />}
        skeletonRows={2}
        empty={
          <EmptyState
            size="page"
            icon={IconRepeat}
            caption={t('plans.none')}
            title={t('plans.noneText')}
            role="status"
          />
        }
        error={failed}
      />
      {data === undefined || data.plans.length === 0 ? null : <Total plans={data.plans} />}
      {stopped === undefined ? null : <StopDialog plan={stopped} onClose={() => setStopped(undefined)} />}
    </div>
  );
}

function useColumns(acts: Acts): readonly Column<Plan>[] {
  const { t } = useTranslation('invest');
  return [
    { key: 'plan', header: t('plans.plan'), render: (plan) => <PlanName plan={plan} /> },
    { key: 'cycle', header: t('plans.cycle'), align: 'end', render: (plan) => <CycleOf plan={plan} /> },
    {
      key: 'invested',
      header: t('plans.invested'),
      align: 'end',
      render: ({ invested }) => <span className="num">{formatAmount(invested, 2)}</span>,
    },
    {
      key: 'value',
      header: t('plans.value'),
      align: 'end',
      render: ({ value }) => <b className="num">{formatAmount(value, 2)}</b>,
    },
    { key: 'return', header: t('plans.return'), align: 'end', render: (plan) => <Return plan={plan} /> },
    { key: 'next', header: t('plans.next'), align: 'end', render: (plan) => <Next plan={plan} /> },
    { key: 'state', header: t('plans.state'), render: (plan) => <State plan={plan} /> },
    {
      key: 'act',
      header: <span className="visually-hidden">{t('plans.actions')}</span>,
      align: 'end',
      render: (plan) => <Actions plan={plan} {...acts} />,
    },
  ];
}

function PlanName({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation('invest');
  const words = usePlanWords();
  const [only] = plan.coins;
  const about =
    plan.kind === 'single' && only?.average_cost !== undefined
      ? t('plans.average', { price: formatAmount(only.average_cost, decimalsFor(only.average_cost)) })
      : words.coins(plan);
  return (
    <span className={styles.plan}>
      <span className={styles.stack} aria-hidden="true">
        {plan.coins.slice(0, 4).map(({ name }) => (
          <CoinIcon key={name} coin={name} size={24} />
        ))}
      </span>
      <span>
        <b>{words.plan(plan)}</b>
        <small>{about}</small>
      </span>
    </span>
  );
}

function CycleOf({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation('invest');
  const words = usePlanWords();
  return (
    <span className={`num ${styles.two}`}>
      {t('plans.amount', { amount: words.amount(plan.amount), cycle: words.cycle(plan.cycle) })}
      <small>{t(`plans.${runsText(plan)}`, { count: plan.runs, skipped: plan.skipped, missed: plan.missed })}</small>
    </span>
  );
}

/** The text for the runs made and, if any, those that did not take place. */
const runsText = ({ skipped, missed }: Plan) => {
  if (skipped > 0) return missed > 0 ? 'runsBoth' : 'runsSkipped';
  return missed > 0 ? 'runsMissed' : 'runs';
};

const Return = ({ plan }: { readonly plan: Plan }) => (
  <span className={`num ${styles.two} ${styles.signed}`} data-direction={directionOf(plan.return)}>
    {formatSigned(plan.return, 2)}
    <small>{formatPercent(plan.return_percent)}</small>
  </span>
);

function Next({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation('invest');
  const words = usePlanWords();
  return (
    <span className={`num ${styles.two}`}>
      {plan.next_run === undefined ? t('plans.noRun') : utcText(plan.next_run)}
      <small>{words.repeats(plan)}</small>
    </span>
  );
}

function State({ plan: { state } }: { readonly plan: Plan }) {
  const { t } = useTranslation('invest');
  return <Chip tone={state === 'active' ? 'note' : 'plain'}>{t(`plans.states.${state}`)}</Chip>;
}

function Actions({ plan, onEdit, onStop }: { readonly plan: Plan } & Acts) {
  const { t } = useTranslation('invest');
  const words = usePlanWords();
  const queries = useQueryClient();
  const paused = plan.state === 'active';
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /api/v3/auto-invest/plans/pause', { body: { plan_id: plan.id, paused } }),
    onSuccess: () => toast.ok(t(paused ? 'plans.paused' : 'plans.resumed', { plan: words.plan(plan) })),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: WALLET_KEY }),
  });
  const act = paused ? 'pause' : 'resume';
  return (
    <span className={styles.actions}>
      <Button
        size="sm"
        variant="subtle"
        aria-label={t('plans.editOf', { plan: words.plan(plan) })}
        onClick={() => onEdit(plan)}
      >
        {t('plans.edit')}
      </Button>
      <Button
        size="sm"
        variant="subtle"
        loading={isPending}
        aria-label={t(`plans.${act}Of`, { plan: words.plan(plan) })}
        onClick={() => mutate()}
      >
        {t(`plans.${act}`)}
      </Button>
      <Button
        size="sm"
        variant="subtle"
        aria-label={t('plans.stopOf', { plan: words.plan(plan) })}
        onClick={() => onStop(plan)}
      >
        {t('plans.stop')}
      </Button>
    </span>
  );
}

function PlanCard({ plan, ...acts }: { readonly plan: Plan } & Acts) {
  return (
    <div className={styles.card}>
      <div>
        <PlanName plan={plan} />
        <State plan={plan} />
      </div>
      <div>
        <CycleOf plan={plan} />
        <Return plan={plan} />
      </div>
      <Next plan={plan} />
      <Actions plan={plan} {...acts} />
    </div>
  );
}

/** The totals of all plans in the list. */
function Total({ plans }: { readonly plans: readonly Plan[] }) {
  const { t } = useTranslation('invest');
  const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total.plus(amount), new Big(0));
  const total = sum(plans.map((plan) => plan.value));
  const spent = sum(plans.map((plan) => plan.invested));
  const [invested, value, change] = [plain(spent), plain(total), plain(total.minus(spent))];
  return (
    <dl className={`num ${styles.total}`}>
      <div>
        <dt>{t('plans.investedIn', { count: plans.length })}</dt>
        <dd>{formatAmount(invested, 2)}</dd>
      </div>
      <span aria-hidden="true">+</span>
      <div>
        <dt>{t('plans.return')}</dt>
        <dd data-direction={directionOf(change)}>{formatSigned(change, 2)}</dd>
      </div>
      <span aria-hidden="true">=</span>
      <div>
        <dt>{t('plans.valueOf')}</dt>
        <dd>{formatAmount(value, 2)} USDT</dd>
      </div>
    </dl>
  );
}

function StopDialog({ plan, onClose }: { readonly plan: Plan; readonly onClose: () => void }) {
  const { t } = useTranslation(['invest', 'common']);
  const words = usePlanWords();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('POST /api/v3/auto-invest/plans/remove', { body: { plan_id: plan.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: WALLET_KEY });
      toast.ok(t('stop.done', { plan: words.plan(plan) }));
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t('stop.title', { plan: words.plan(plan) })}>
      <div className={styles.dialog}>
        <p>{t('stop.text')}</p>
        <Failure>{error === null ? undefined : errorText(error)}</Failure>
        <div className={styles.buttons}>
          <Button variant="default" size="lg" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button size="lg" loading={isPending} onClick={() => mutate()}>
            {t('stop.act')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
