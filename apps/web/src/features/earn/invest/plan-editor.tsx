import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { AmountInput, formatExact, settledAmount } from '@vitrine/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { trimZeros } from '../../../lib/decimal.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { CoinChooser, ListChooser } from './coin-chooser.tsx';
import { CycleFields } from './cycle-fields.tsx';
import styles from './invest.module.css';
import type { InvestCoins, Past, Plan } from './invest-data.ts';
import { errorOf, kinds, leastAmount, type PlanErrorCode, type PlanForm, runsFor } from './plan-form.ts';
import { ShareRows } from './share-rows.tsx';
import { usePlanWords, utcText } from './use-plan-words.ts';

type PlanEditorProps = {
  readonly form: PlanForm;
  readonly coins: InvestCoins;
  /** The plan that is being edited; undefined for a new one. */
  readonly edited: Plan | undefined;
  readonly past: Past | undefined;
  /** The period of the backtest, in months. */
  readonly months: number;
  readonly refusal: string | undefined;
  readonly onChange: (changes: Partial<PlanForm>) => void;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
};

/** The terms of a new or edited plan, and their consequences. */
export function PlanEditor(props: PlanEditorProps) {
  const { form, coins, edited, refusal, onChange, onSubmit } = props;
  const { t } = useTranslation('invest');
  const settled = { ...form, amount: settledAmount(form.amount) };
  const error = errorOf(settled, coins);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (error === undefined) onSubmit();
  };
  return (
    <form className={styles.editor} onSubmit={submit} noValidate>
      {edited === undefined ? (
        <SegmentedControl
          fullWidth
          aria-label={t('editor.kind')}
          value={form.kind}
          data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={(kind) => onChange({ kind })}
        />
      ) : null}
      <CoinPart {...props} />
      <AmountPart {...props} error={error} />
      <CycleFields form={form} onChange={onChange} />
      <Sources form={form} coins={coins} onChange={onChange} />
      <TextInput
        label={t('editor.name')}
        value={form.name}
        maxLength={40}
        placeholder={t('editor.namePlaceholder')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Consequences {...props} form={settled} />
      {refusal === undefined ? null : (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      <Buttons {...props} error={error} />
      <p className={styles.quiet}>{t('editor.rules')}</p>
    </form>
  );
}

type Judged = PlanEditorProps & { readonly error: PlanErrorCode | undefined };

/** USDT for each run. */
function AmountPart({ form, coins, error, onChange }: Judged) {
  const { t } = useTranslation(['invest', 'common']);
  const [isLeft, setIsLeft] = useState(false);
  const own = error === 'amount_required' || error === 'below_minimum' ? error : undefined;
  const settled = { ...form, amount: settledAmount(form.amount) };
  return (
    <AmountInput
      label={t('editor.amount')}
      value={form.amount}
      decimals={coins.decimals}
      onChange={(amount) => onChange({ amount })}
      onBlur={() => setIsLeft(true)}
      error={
        own !== undefined && (isLeft || form.amount !== '')
          ? t(`editor.error.${own}`, { amount: formatExact(leastAmount(settled, coins)) })
          : undefined
      }
      hint={t('editor.available', { amount: formatExact(coins.spot) })}
      unit={
        <span className={styles.unit}>
          USDT
          <button type="button" className="link" onClick={() => onChange({ amount: trimZeros(coins.spot) })}>
            {t('common:max')}
          </button>
        </span>
      }
    />
  );
}

/** The submit button, labelled with its action or with what is missing. An edit can be cancelled. */
function Buttons({ form, edited, error, onCancel }: Judged) {
  const { t } = useTranslation(['invest', 'common']);
  const words = usePlanWords();
  const act = { amount: words.amount(settledAmount(form.amount) || '0'), cycle: words.cycle(form.cycle) };
  return (
    <div className={styles.buttons}>
      {edited === undefined ? null : (
        <Button type="button" size="lg" variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      )}
      <Button type="submit" size="lg" fullWidth disabled={error !== undefined}>
        {error === undefined || error === 'below_minimum'
          ? t(edited === undefined ? 'editor.create' : 'editor.save', act)
          : t(`editor.need.${error}`)}
      </Button>
    </div>
  );
}

function CoinPart({ form, coins, onChange }: PlanEditorProps) {
  const { t } = useTranslation('invest');
  switch (form.kind) {
    case 'single':
      return (
        <CoinChooser
          label={t('editor.searchCoin')}
          coins={coins.coins}
          chosen={form.coin}
          onChoose={(coin) => onChange({ coin })}
        />
      );
    case 'portfolio':
      return (
        <ShareRows
          shares={form.shares}
          amount={settledAmount(form.amount)}
          coins={coins}
          onChange={(shares) => onChange({ shares })}
        />
      );
    case 'linked':
      return <ListChooser coins={coins} chosen={form.list} onChoose={(list) => onChange({ list })} />;
  }
}

type SourcesProps = Pick<PlanEditorProps, 'form' | 'coins' | 'onChange'>;

/** Where the USDT of a run comes from. */
function Sources({ form, coins, onChange }: SourcesProps) {
  const { t } = useTranslation('invest');
  return (
    <div>
      <p className={styles.label}>
        <span>{t('editor.source')}</span>
      </p>
      <div className={styles.sources}>
        <p>
          <b>{t('editor.spot')}</b>
          <span className="num">{formatExact(coins.spot)} USDT</span>
        </p>
        <div>
          <Checkbox
            label={
              <>
                {t('editor.flexible')}
                <small>{t('editor.flexibleText')}</small>
              </>
            }
            checked={form.usesFlexible}
            onChange={(event) => onChange({ usesFlexible: event.currentTarget.checked })}
          />
          <span className="num">{formatExact(coins.flexible)} USDT</span>
        </div>
      </div>
    </div>
  );
}

/** The first run, the cost of a year, and how long the balance lasts. */
function Consequences({ form, coins, edited, past, months }: PlanEditorProps) {
  const { t } = useTranslation('invest');
  const words = usePlanWords();
  const firstMs = past === undefined ? undefined : firstRunOf(past, edited, form);
  const count = past === undefined ? undefined : past.runs + past.runs_without_price;
  const lasts = runsFor(coins.spot, form.amount);
  return (
    <dl className={`num ${styles.facts}`}>
      <div>
        <dt>{t(edited === undefined ? 'editor.firstRun' : 'editor.nextRun')}</dt>
        <dd>
          {firstMs === undefined ? '–' : utcText(firstMs)}
          <small>{firstMs === undefined ? '' : t('editor.local', { time: dateTimeText(firstMs) })}</small>
        </dd>
      </div>
      <div>
        <dt>{t('editor.cost', { months })}</dt>
        <dd>{count === undefined ? '–' : t('editor.costOf', { count, amount: words.amount(form.amount || '0') })}</dd>
      </div>
      <div>
        <dt>{t('editor.lasts')}</dt>
        <dd>{t('editor.runs', { count: lasts })}</dd>
      </div>
    </dl>
  );
}

/** An edit with an unchanged cycle, day and hour keeps the next run. */
function firstRunOf(past: Past, edited: Plan | undefined, form: PlanForm): number | undefined {
  if (edited === undefined) return past.first_run;
  const isSame =
    edited.cycle === form.cycle &&
    (edited.weekday ?? form.weekday) === form.weekday &&
    (edited.day ?? form.day) === form.day &&
    (edited.hour ?? form.hour) === form.hour;
  return isSame ? edited.next_run : past.first_run;
}
