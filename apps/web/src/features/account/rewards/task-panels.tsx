import { IconGift } from '@tabler/icons-react';
import { EmptyState, LoadFailed, useIsPhone } from '@vitrine/ui';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateText, timeText } from '../../../lib/when.ts';
import { Section } from '../../../ui/section.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import { TabList } from '../../../ui/tabs.tsx';
import styles from './task-panels.module.css';
import { TaskRow } from './task-row.tsx';
import { type Task, type TaskLists, useTaskLists } from './use-rewards.ts';

const lists = ['daily', 'weekly', 'once'] as const;
type List = (typeof lists)[number];

const tasksOf = (data: TaskLists, list: List): readonly Task[] =>
  ({ daily: data.daily, weekly: data.weekly, once: data.allTime })[list];

/** The tasks by list: stacked on desktops, one at a time on phones. */
export function TaskPanels() {
  const { t } = useTranslation('rewards');
  const { data, isError, refetch } = useTaskLists();
  const isPhone = useIsPhone();
  const [chosen, setChosen] = useState<List>('daily');
  const id = useId();
  if (!data)
    return isError ? (
      <Section title={t('lists.daily')}>
        <LoadFailed title={t('lists.failed')} onRetry={refetch} />
      </Section>
    ) : (
      <div className={styles.panels}>
        {lists.map((list) => (
          <Section key={list} title={t(`lists.${list}`)}>
            <SkeletonLines lines={4} />
          </Section>
        ))}
      </div>
    );
  return (
    <div className={styles.panels}>
      {isPhone ? (
        <TabList
          id={id}
          isWide
          tab={chosen}
          onTab={setChosen}
          tabs={lists.map((value) => ({ value, label: t(`lists.${value}`) }))}
        />
      ) : null}
      {isPhone ? (
        <div id={id} role="tabpanel" aria-label={t(`lists.${chosen}`)}>
          <TaskPanel list={chosen} data={data} />
        </div>
      ) : (
        lists.map((list) => <TaskPanel key={list} list={list} data={data} />)
      )}
    </div>
  );
}

function TaskPanel({ list, data }: { readonly list: List; readonly data: TaskLists }) {
  const { t } = useTranslation('rewards');
  const tasks = tasksOf(data, list);
  const done = tasks.filter(({ status }) => status === 'claimed').length;
  const resets = {
    daily: t('lists.resetsDaily', { time: timeText(data.resets_at.daily) }),
    weekly: t('lists.resetsWeekly', { day: dateText(data.resets_at.weekly) }),
    once: t('lists.completed', { done, all: tasks.length }),
  };
  return (
    <Section title={t(`lists.${list}`)} action={<span className={styles.resets}>{resets[list]}</span>}>
      {tasks.length === 0 ? (
        <EmptyState icon={IconGift} title={t('lists.empty')}>
          {t('lists.emptyText')}
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {tasks.map((task) => (
            <TaskRow key={task.id} task={task} week={data.week} />
          ))}
        </ul>
      )}
    </Section>
  );
}
