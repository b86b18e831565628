import { Button, Progress } from '@mantine/core';
import { LoadFailed } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { timeText } from '../../../lib/when.ts';
import { Section } from '../../../ui/section.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import { GameTasks } from './game-tasks.tsx';
import styles from './games.module.css';
import { type Games, useGames, useStartMining } from './use-games.ts';

/** The game Mining: the running shift, and the tasks that give points for the hours. */
export function MiningPanel() {
  const { t } = useTranslation('rewards');
  const { data, isError, refetch } = useGames();
  const hours = data && t('games.mining.hours', { count: data.mining.hours_today });
  return (
    <Section title={t('games.mining.title')} action={<span className={styles.count}>{hours}</span>}>
      {data ? (
        <>
          <Shift game={data.mining} nowMs={data.time} />
          <GameTasks rule="mined_hours" />
        </>
      ) : isError ? (
        <LoadFailed title={t('games.failed')} onRetry={refetch} />
      ) : (
        <SkeletonLines lines={5} />
      )}
    </Section>
  );
}

function Shift({ game, nowMs }: { readonly game: Games['mining']; readonly nowMs: number }) {
  const { t } = useTranslation('rewards');
  const start = useStartMining();
  const { started_at: startedMs, ends_at: endsMs, shift_hours } = game;
  const isRunning = endsMs > nowMs;
  const passed = isRunning ? (nowMs - startedMs) / (endsMs - startedMs) : 0;
  return (
    <div className={styles.play}>
      <p className={styles.text}>{t('games.mining.text', { count: shift_hours })}</p>
      <p className={styles.round}>
        {isRunning ? t('games.mining.running', { time: timeText(endsMs) }) : t('games.mining.idle')}
      </p>
      <Progress color="var(--accent)" aria-label={t('games.mining.label')} value={passed * 100} size={8} />
      <Button size="md" disabled={isRunning} loading={start.isPending} onClick={() => start.mutate()}>
        {t('games.mining.start')}
      </Button>
    </div>
  );
}
