import { formatAmount } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { Campaign, Task } from './use-rewards.ts';

/** Rules whose progress is measured in USDT. */
const inUsdt: ReadonlySet<Task['rule']> = new Set(['deposit', 'trade_volume', 'earn']);
/** Rules whose progress is a number of something. */
const counted: ReadonlySet<Task['rule']> = new Set(['checkin_days', 'guesses', 'mined_hours']);

type Ruled = Pick<Task, 'rule' | 'name' | 'description'> & { readonly required: string };

/** A task's name and description: the operators' text, or the rule's default text. */
export function useTaskWords() {
  const { t } = useTranslation('rewards');
  return ({ rule, name, description, required }: Ruled) => {
    const words = { amount: formatAmount(required, 0) };
    return {
      name: name || t(`rules.${rule}.name`, words),
      text: description || t(`rules.${rule}.text`, words),
    };
  };
}

/** The displayed progress: the amount, for rules measured in USDT or by a number; otherwise whether the task is done. */
export function useProgressText() {
  const { t } = useTranslation('rewards');
  return (rule: Task['rule'], amount: string, required: string): string => {
    if (inUsdt.has(rule))
      return t('progress.ofUsdt', { amount: formatAmount(amount, 2), required: formatAmount(required, 2) });
    if (rule === 'checkin_days')
      return t('progress.ofDays', { amount: formatAmount(amount, 0), required: formatAmount(required, 0) });
    if (counted.has(rule))
      return t('progress.of', { amount: formatAmount(amount, 0), required: formatAmount(required, 0) });
    return t(Number(amount) >= Number(required) ? 'progress.completed' : 'progress.notStarted');
  };
}

/** Progress in percent, for a progress bar; undefined if the task is done in one step. */
export const percentOf = (rule: Task['rule'], amount: string, required: string): number | undefined =>
  inUsdt.has(rule) || counted.has(rule)
    ? Math.min(100, (Number(amount) / Math.max(1, Number(required))) * 100)
    : undefined;

export const ruledOf = ({ task_center: { rule, name, description, amount } }: Campaign): Ruled => ({
  rule,
  name,
  description,
  required: amount,
});
