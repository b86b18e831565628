import { Button, Progress } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Chip, formatInteger, toast } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import styles from './task-row.module.css';
import { percentOf, useProgressText, useTaskWords } from './task-words.ts';
import { type Task, type TaskLists, useClaim, useRewardsChanged } from './use-rewards.ts';

type Week = TaskLists['week'];

interface TaskRowProps {
  readonly task: Task;
  readonly week: Week;
  /** If true, the row is on the page where the task is done, and does not link to it. */
  readonly isOnItsPage?: boolean;
}

/** A task: its requirement, the client's progress, its points, and the next action. */
export function TaskRow({ task, week, isOnItsPage = false }: TaskRowProps) {
  const { t } = useTranslation('rewards');
  const { name, text } = useTaskWords()(task);
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <h3>{name}</h3>
        <p>{text}</p>
      </div>
      <div className={styles.progress}>
        {task.rule === 'checkin' ? <WeekDays week={week} /> : <TaskProgress task={task} label={name} />}
      </div>
      <p className={styles.points}>
        <b>{formatInteger(task.point)}</b> {t('points.points')}
      </p>
      <div className={styles.act}>
        {isOnItsPage && task.status === 'ongoing' ? null : <TaskAct task={task} name={name} />}
      </div>
    </li>
  );
}

const DAYS = [1, 2, 3, 4, 5, 6, 7];

function WeekDays({ week }: { readonly week: Week }) {
  const { t } = useTranslation('rewards');
  const count = week.checked_in.length;
  const key = week.checked_in.includes(week.today) ? 'progress.daysToday' : 'progress.daysNotToday';
  return (
    <>
      <span className={styles.days} aria-hidden="true">
        {DAYS.map((day) => (
          <i
            key={day}
            data-done={week.checked_in.includes(day) || undefined}
            data-today={day === week.today || undefined}
          >
            {week.checked_in.includes(day) ? <IconCheck size={12} stroke={2} /> : null}
          </i>
        ))}
      </span>
      <small>{t(key, { count })}</small>
    </>
  );
}

function TaskProgress({ task, label }: { readonly task: Task; readonly label: string }) {
  const { rule, progress, required } = task;
  const percent = percentOf(rule, progress, required);
  const text = useProgressText()(rule, progress, required);
  return (
    <>
      {percent === undefined ? null : <Progress color="var(--accent)" aria-label={label} value={percent} size={5} />}
      <small>{text}</small>
    </>
  );
}

const WAYS = {
  deposit: paths.deposit,
  trade_volume: paths.spotDefault,
  verified: paths.verificationOverview,
  second_factor: paths.security,
  saved_address: paths.savedAddresses,
  earn: paths.simpleEarn,
  guesses: paths.games,
  mined_hours: paths.games,
} as const;

function TaskAct({ task, name }: { readonly task: Task; readonly name: string }) {
  const { t } = useTranslation('rewards');
  const claim = useClaim('airdrop');
  const { id, rule, status, point, progress, required } = task;
  if (status === 'claimed') return <Chip>{t('act.claimed')}</Chip>;
  if (status === 'claimable')
    return (
      <Button
        size="compact-md"
        variant={rule === 'checkin' ? 'default' : 'filled'}
        aria-label={rule === 'checkin' ? undefined : `${t('act.claim', { points: point })}: ${name}`}
        loading={claim.isPending}
        onClick={() => claim.mutate(id)}
      >
        {rule === 'checkin' ? t('act.checkin') : t('act.claim', { points: formatInteger(point) })}
      </Button>
    );
  if (rule === 'checkin_days') return <Chip>{t('act.more', { count: Number(required) - Number(progress) })}</Chip>;
  if (rule === 'checkin') return null;
  return (
    <>
      {status === 'empty' ? <CheckAgain name={name} /> : null}
      <ButtonLink to={WAYS[rule]} size="compact-md" variant="default" aria-label={`${wayText(t, rule)}: ${name}`}>
        {wayText(t, rule)}
      </ButtonLink>
    </>
  );
}

const wayText = (t: ReturnType<typeof useTranslation<'rewards'>>['t'], rule: keyof typeof WAYS): string =>
  ({
    deposit: t('act.deposit'),
    trade_volume: t('act.trade'),
    verified: t('act.verify'),
    second_factor: t('act.second_factor'),
    saved_address: t('act.saved_address'),
    earn: t('act.earn'),
    guesses: t('act.play'),
    mined_hours: t('act.play'),
  })[rule];

/** Refetches the tasks, to check whether a deposit has arrived. */
function CheckAgain({ name }: { readonly name: string }) {
  const { t } = useTranslation('rewards');
  const changed = useRewardsChanged();
  return (
    <Button
      size="compact-md"
      variant="subtle"
      aria-label={`${t('act.check')}: ${name}`}
      onClick={() => void changed().then(() => toast.note(t('act.notYet')))}
    >
      {t('act.check')}
    </Button>
  );
}
