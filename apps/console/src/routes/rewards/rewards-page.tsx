import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { rowsOf } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FundTable } from '../../features/rewards/fund-table.tsx';
import { FundingTable } from '../../features/rewards/funding-table.tsx';
import { ProgrammeDialog, ProgrammeTerms } from '../../features/rewards/programme.tsx';
import { REWARDS_KEY } from '../../features/rewards/rewards.ts';
import { TaskDialog, TaskTable } from '../../features/rewards/task-table.tsx';
import { call } from '../../lib/api.ts';
import { useStaff } from '../../lib/session.ts';
import { Page, Pane } from '../../ui/page.tsx';

const EVERY_MS = 10_000;

/** The reward fund, the tasks and the referral programme. */
export function RewardsPage() {
  const { t } = useTranslation('rewards');
  const query = useQuery({
    queryKey: REWARDS_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/console/rewards', { signal, background: true }),
    refetchInterval: EVERY_MS,
  });
  const roles = useStaff()?.roles ?? [];
  const mayAct = roles.some((role) => role === 'treasury' || role === 'administrator');
  const [isAdding, setIsAdding] = useState(false);
  const [isChanging, setIsChanging] = useState(false);
  const retry = () => void query.refetch();
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Pane title={t('fund.title')} note={t('fund.note')}>
        <FundTable data={rowsOf(query, ({ fund }) => fund)} onRetry={retry} mayAct={mayAct} />
      </Pane>
      {/* The panes below are rendered after the first table has loaded, to prevent a layout shift. */}
      {query.isPending ? null : (
        <>
          <Pane
            title={t('tasks.title')}
            side={
              mayAct ? (
                <Button size="compact-sm" variant="outline" onClick={() => setIsAdding(true)}>
                  {t('tasks.add')}
                </Button>
              ) : null
            }
          >
            <TaskTable data={rowsOf(query, ({ tasks }) => tasks)} onRetry={retry} mayAct={mayAct} />
          </Pane>
          <Pane
            title={t('programme.title')}
            note={t('programme.note')}
            side={
              mayAct && query.data ? (
                <Button size="compact-sm" variant="outline" onClick={() => setIsChanging(true)}>
                  {t('programme.change')}
                </Button>
              ) : null
            }
          >
            <ProgrammeTerms programme={query.data?.programme} />
          </Pane>
          <Pane title={t('fundings.title')} note={t('fundings.note')}>
            <FundingTable data={rowsOf(query, ({ fundings }) => fundings)} onRetry={retry} mayAct={mayAct} />
          </Pane>
        </>
      )}
      {isChanging ? <ProgrammeDialog programme={query.data?.programme} onClose={() => setIsChanging(false)} /> : null}
      {isAdding ? <TaskDialog onClose={() => setIsAdding(false)} /> : null}
    </Page>
  );
}
