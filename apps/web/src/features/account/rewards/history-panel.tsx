import { IconGift } from '@tabler/icons-react';
import { EmptyState, formatInteger, formatPrice, LoadFailed, MoreRows } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { CallResponse } from '../../../lib/api.ts';
import { trimZeros } from '../../../lib/decimal.ts';
import { dayText } from '../../../lib/when.ts';
import { Section } from '../../../ui/section.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import styles from './side-panels.module.css';
import { type Task, usePointHistory, usePoints } from './use-rewards.ts';

type Entry = CallResponse<'GET /api/v3/rewards/history'>['entries'][number];

/** The client's point entries, each with the log position at that time. */
export function HistoryPanel() {
  const { t } = useTranslation('rewards');
  const query = usePointHistory();
  const coin = usePoints().data?.coin ?? '';
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <Section title={t('history.title')}>
      {entries?.length ? (
        <ul className={styles.history}>
          {entries.map((entry) => (
            <HistoryRow key={entry.id} entry={entry} coin={coin} />
          ))}
        </ul>
      ) : entries ? (
        <EmptyState icon={IconGift} title={t('history.empty')}>
          {t('history.emptyText')}
        </EmptyState>
      ) : query.isError ? (
        <LoadFailed title={t('history.failed')} onRetry={query.refetch} />
      ) : (
        <SkeletonLines lines={4} />
      )}
      <MoreRows query={query} label={t('history.more')} failed={t('history.failed')} />
    </Section>
  );
}

function HistoryRow({ entry, coin }: { readonly entry: Entry; readonly coin: string }) {
  const { points, balance, time, position, paid_position: paid } = entry;
  const { t } = useTranslation('rewards');
  return (
    <li>
      <span>
        <b>{useEntryText(entry, coin)}</b>
        <small>
          {dayText(time)} · {paid === 0 ? t('history.underWay') : `#${formatInteger(paid ?? position)}`}
        </small>
      </span>
      <span>
        <b>
          {points > 0 ? '+' : '−'}
          {formatInteger(Math.abs(points))}
        </b>
        <small>{formatInteger(balance)}</small>
      </span>
    </li>
  );
}

const shortNames = [
  'checkin',
  'checkin_days',
  'deposit',
  'trade_volume',
  'verified',
  'second_factor',
  'saved_address',
  'earn',
  'guesses',
  'mined_hours',
] as const;
const isRule = (rule: string): rule is Task['rule'] => shortNames.some((known) => known === rule);

function useEntryText({ kind, rule, name, amount = '0' }: Entry, coin: string): string {
  const { t } = useTranslation('rewards');
  if (kind === 'converted') return t('history.converted', { amount: formatPrice(trimZeros(amount)), coin });
  return name || (isRule(rule) ? t(`history.rules.${rule}`) : rule);
}
