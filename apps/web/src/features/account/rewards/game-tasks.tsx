import { useTranslation } from 'react-i18next';
import styles from './games.module.css';
import { TaskRow } from './task-row.tsx';
import { type Task, useTaskLists } from './use-rewards.ts';

/** The tasks that give points for a game. */
export function GameTasks({ rule }: { readonly rule: Task['rule'] }) {
  const { t } = useTranslation('rewards');
  const { data } = useTaskLists();
  if (!data) return null;
  const tasks = [...data.daily, ...data.weekly, ...data.allTime].filter((task) => task.rule === rule);
  if (tasks.length === 0) return <p className={styles.note}>{t('games.noTasks')}</p>;
  return (
    <ul className={styles.tasks}>
      {tasks.map((task) => (
        <TaskRow key={task.id} task={task} week={data.week} isOnItsPage />
      ))}
    </ul>
  );
}
