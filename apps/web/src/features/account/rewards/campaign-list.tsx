import { Button, Progress } from '@mantine/core';
import { IconGift } from '@tabler/icons-react';
import { Chip, EmptyState, formatInteger, LoadFailed, Panel } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import styles from './campaign-list.module.css';
import { percentOf, ruledOf, useProgressText, useTaskWords } from './task-words.ts';
import { type Campaign, useCampaigns, useClaim } from './use-rewards.ts';

/** The campaign tasks, as cards. */
export function CampaignList() {
  const { t } = useTranslation('rewards');
  const { data, isError, refetch } = useCampaigns();
  if (data?.tasks.length)
    return (
      <ul className={styles.cards}>
        {data.tasks.map((task) => (
          <CampaignCard key={task.task_center.id} campaign={task} />
        ))}
      </ul>
    );
  return (
    <Panel>
      {data ? (
        <EmptyState size="page" icon={IconGift} title={t('lists.empty')}>
          {t('lists.emptyText')}
        </EmptyState>
      ) : isError ? (
        <LoadFailed title={t('lists.failed')} onRetry={refetch} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Panel>
  );
}

function CampaignCard({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('rewards');
  const claim = useClaim('campaign');
  const { task_status: status, amount, is_claimable: isClaimable, task_center: task } = campaign;
  const { name, text } = useTaskWords()(ruledOf(campaign));
  const progress = useProgressText()(task.rule, amount, task.amount);
  const percent = percentOf(task.rule, amount, task.amount);
  const isOngoing = status === 'ONGOING';
  return (
    <Panel as="li" className={styles.card ?? ''} aria-disabled={!isOngoing}>
      <header>
        <h2>{name}</h2>
        <Chip tone={isOngoing ? 'note' : 'plain'}>
          {t('tasks.reward', { points: formatInteger(task.reward_amount) })}
        </Chip>
      </header>
      <p>{text}</p>
      {percent === undefined ? null : <Progress color="var(--accent)" aria-label={name} value={percent} size={6} />}
      <footer>
        <small>{progress}</small>
        {isOngoing ? (
          <Button
            size="compact-md"
            variant={isClaimable ? 'filled' : 'default'}
            disabled={!isClaimable}
            loading={claim.isPending}
            onClick={() => claim.mutate(task.id)}
          >
            {t('act.claim', { points: formatInteger(task.reward_amount) })}
          </Button>
        ) : (
          <Chip>{t('act.claimed')}</Chip>
        )}
      </footer>
    </Panel>
  );
}
