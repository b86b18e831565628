import { Skeleton } from '@mantine/core';
import { LoadFailed, Panel, settledAmount } from '@vitrine/ui';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { ConfirmPlan } from '../../../features/earn/invest/confirm-plan.tsx';
import styles from '../../../features/earn/invest/invest.module.css';
import { type Past, type Plan, useInvestCoins, usePast } from '../../../features/earn/invest/invest-data.ts';
import { OwnPlans } from '../../../features/earn/invest/own-plans.tsx';
import { PastPanel } from '../../../features/earn/invest/past-panel.tsx';
import { PlanEditor } from '../../../features/earn/invest/plan-editor.tsx';
import { emptyForm, errorOf, formOf, type PlanForm } from '../../../features/earn/invest/plan-form.ts';
import { RunHistory } from '../../../features/earn/invest/run-history.tsx';
import { usePlanWords } from '../../../features/earn/invest/use-plan-words.ts';
import { LogMark } from '../../../features/wallet/wallet/log-mark.tsx';
import { useClient } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { Section } from '../../../ui/section.tsx';
import { WalletFrame } from '../../../ui/wallet-frame.tsx';

const YEAR = 12;

/** Recurring purchases of coins: the editor with the plan's backtest, the client's plans, and their runs. */
export function AutoInvestPage() {
  const { t } = useTranslation('invest');
  const client = useClient();
  const coins = useInvestCoins();
  usePageTitle(t('title'));
  if (!client) return <PageSkeleton />;
  return (
    <WalletFrame
      title={t('title')}
      lead={t('lead')}
      isWide
      mark={<LogMark position={coins.data?.position} readAtMs={coins.dataUpdatedAt} />}
    >
      <Plans />
    </WalletFrame>
  );
}

function Plans() {
  const { t } = useTranslation('invest');
  const editor = useEditor();
  const { form, coins, edited, asked, isSound, isConfirming, endConfirming } = editor;
  const [months, setMonths] = useState(YEAR);
  const past = usePast(asked, months, editor.hasTimes);
  return (
    <>
      <div className={styles.pair}>
        <EditorPanel editor={editor} past={past.data} months={months} />
        <PastPanel past={past.data} isIdle={!isSound} isFailed={past.isError} months={months} onMonths={setMonths} />
      </div>
      <Section title={t('plans.title')}>
        <OwnPlans onEdit={editor.begin} />
      </Section>
      <Section title={t('runs.title')}>
        <RunHistory />
      </Section>
      {isConfirming && coins.data !== undefined ? (
        <ConfirmPlan
          form={{ ...form, amount: settledAmount(form.amount) }}
          coins={coins.data}
          edited={edited}
          onClose={() => endConfirming()}
          onDone={() => {
            endConfirming();
            editor.begin(undefined);
          }}
          onRefused={endConfirming}
        />
      ) : null}
    </>
  );
}

/** The form of a new or edited plan, with its validation and confirmation. */
function useEditor() {
  const top = useRef<HTMLHeadingElement>(null);
  const coins = useInvestCoins();
  const [form, setForm] = useState<PlanForm>(emptyForm);
  const [edited, setEdited] = useState<Plan>();
  const [isConfirming, setIsConfirming] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const settled = { ...form, amount: settledAmount(form.amount) };
  const error = coins.data && errorOf(settled, coins.data);
  const begin = (plan: Plan | undefined) => {
    setEdited(plan);
    setForm(plan === undefined ? emptyForm : formOf(plan));
    setRefusal(undefined);
    if (plan === undefined) return;
    top.current?.focus();
    top.current?.scrollIntoView({ block: 'center' });
  };
  return {
    top,
    coins,
    form,
    edited,
    refusal,
    isConfirming,
    isSound: coins.data !== undefined && error === undefined,
    /** The form used for the backtest. Without an amount, only the times of the runs are meaningful. */
    asked: { ...settled, amount: /[1-9]/.test(settled.amount) ? settled.amount : '1' },
    hasTimes: coins.data !== undefined && error !== 'weights' && error !== 'no_coins',
    begin,
    change: (changes: Partial<PlanForm>) => {
      setForm((before) => ({ ...before, ...changes }));
      setRefusal(undefined);
    },
    confirm: () => setIsConfirming(true),
    endConfirming: (refused?: string) => {
      setIsConfirming(false);
      setRefusal(refused);
    },
  };
}

type EditorPanelProps = {
  readonly editor: ReturnType<typeof useEditor>;
  readonly past: Past | undefined;
  readonly months: number;
};

function EditorPanel({ editor, past, months }: EditorPanelProps) {
  const { t } = useTranslation('invest');
  const words = usePlanWords();
  const id = useId();
  const { coins, form, edited, refusal } = editor;
  return (
    <Panel className={styles.panel} aria-labelledby={id}>
      <h2 id={id} ref={editor.top} tabIndex={-1} className={styles.title}>
        {edited === undefined ? t('editor.new') : t('editor.edit', { plan: words.plan(edited) })}
      </h2>
      {coins.data === undefined ? (
        coins.isError ? (
          <LoadFailed title={t('failed')} onRetry={() => void coins.refetch()} />
        ) : (
          <Skeleton height={640} />
        )
      ) : (
        <PlanEditor
          form={form}
          coins={coins.data}
          edited={edited}
          past={past}
          months={months}
          refusal={refusal}
          onChange={editor.change}
          onSubmit={editor.confirm}
          onCancel={() => editor.begin(undefined)}
        />
      )}
    </Panel>
  );
}
