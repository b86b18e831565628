import { Button, SegmentedControl } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { CallError, Chip, EmptyState } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Approval, useAccessWords } from '../../features/access-requests/access-requests.ts';
import { call } from '../../lib/api.ts';
import { utcText } from '../../lib/times.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { BeforeAfter } from '../../ui/before-after.tsx';
import { ListFailure } from '../../ui/list-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { NewAccess } from '../../ui/new-access.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './approvals-page.module.css';

type List = 'waiting' | 'decided';
type Decision = 'approve' | 'refuse' | 'withdraw';

/** What one person has asked for and another decides. */
export function ApprovalsPage() {
  const { t } = useTranslation(['approvals', 'common']);
  const [list, setList] = useState<List>('waiting');
  const [asked, setAsked] = useState<{ readonly approval: Approval; readonly decision: Decision }>();
  const query = useInfiniteQuery({
    queryKey: ['approvals', list],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/v3/console/approvals', {
        query: { list, ...(pageParam === undefined ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ approvals, more }) => (more ? approvals.at(-1)?.id : undefined),
  });
  const approvals = query.data?.pages.flatMap((page) => page.approvals);
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      side={
        <SegmentedControl
          aria-label={t('which')}
          value={list}
          onChange={(next) => setList(next as List)}
          data={[
            { value: 'waiting', label: t('waiting') },
            { value: 'decided', label: t('decided') },
          ]}
        />
      }
    >
      <NewAccess />
      {query.isError && approvals === undefined ? <ListFailure onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Loading /> : null}
      {approvals?.length === 0 ? (
        <EmptyState title={t(list === 'waiting' ? 'noneWaiting' : 'noneDecided')}>{t('noneText')}</EmptyState>
      ) : null}
      <ul>
        {approvals?.map((approval) => (
          <li key={approval.id} className={styles.item}>
            <Item approval={approval} onDecide={(decision) => setAsked({ approval, decision })} />
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <p>
          <Button variant="outline" onClick={() => void query.fetchNextPage()}>
            {t('common:more')}
          </Button>
        </p>
      ) : null}
      {asked ? <DecideDialog {...asked} onClose={() => setAsked(undefined)} /> : null}
    </Page>
  );
}

const TONES = {
  waiting: 'wait',
  done: 'ok',
  failed: 'bad',
  refused: 'bad',
  withdrawn: 'plain',
  expired: 'plain',
} as const;

/** Known kinds have a name; another shows the word it has on the wire until it gets one. */
function useKindName(): (kind: string) => string {
  const { t } = useTranslation('approvals');
  return (kind) => t(`kinds.${kind}` as 'kinds.fee_tiers', { defaultValue: kind });
}

function Item({
  approval,
  onDecide,
}: {
  readonly approval: Approval;
  readonly onDecide: (decision: Decision) => void;
}) {
  const { t } = useTranslation('approvals');
  const kindName = useKindName();
  const words = useAccessWords()(approval);
  const { id, kind, subject, before, after, reason, asked_by, asked_at, expires_at, state } = approval;
  return (
    <article aria-label={`${kindName(kind)} ${id}`} className={styles.article}>
      <header className={styles.head}>
        <h2>{kindName(kind)}</h2>
        <Chip tone={TONES[state]}>{t(`states.${state}`)}</Chip>
        <span className="faint num">
          #{id}, {subject}
        </span>
      </header>
      <div className={styles.columns}>
        {words === undefined ? <BeforeAfter label={t('changes')} before={before} after={after} /> : <p>{words}</p>}
        <dl className={styles.facts}>
          <dt>{t('askedBy')}</dt>
          <dd>
            {asked_by}, <span className="num">{utcText(asked_at)}</span>
          </dd>
          <dt>{t('reason')}</dt>
          <dd>{reason}</dd>
          {approval.decided_at === null ? (
            <>
              <dt>{t('expires')}</dt>
              <dd className="num">{utcText(expires_at)}</dd>
            </>
          ) : (
            <>
              <dt>{t('decidedBy')}</dt>
              <dd>
                {approval.decided_by && `${approval.decided_by}, `}
                <span className="num">{utcText(approval.decided_at)}</span>
                {approval.decision_reason === '' ? null : `: ${approval.decision_reason}`}
              </dd>
            </>
          )}
          {approval.failure === '' ? null : (
            <>
              <dt>{t('failure')}</dt>
              <dd>
                {t(`failures.${approval.failure}` as 'failures.settings_changed', { defaultValue: approval.failure })}
              </dd>
            </>
          )}
        </dl>
      </div>
      {approval.may_refuse || approval.may_withdraw ? (
        <div className={styles.acts}>
          {approval.may_refuse ? (
            <>
              {approval.may_approve ? (
                <Button data-decision="approve" onClick={() => onDecide('approve')}>
                  {t('approve')}
                </Button>
              ) : null}
              <Button data-decision="refuse" onClick={() => onDecide('refuse')}>
                {t('refuse')}
              </Button>
            </>
          ) : (
            <>
              <p className="dim">{t('own')}</p>
              <Button variant="outline" onClick={() => onDecide('withdraw')}>
                {t('withdraw')}
              </Button>
            </>
          )}
        </div>
      ) : null}
    </article>
  );
}

function DecideDialog({
  approval,
  decision,
  onClose,
}: {
  readonly approval: Approval;
  readonly decision: Decision;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('approvals');
  const queries = useQueryClient();
  const kindName = useKindName();
  const words = useAccessWords()(approval);
  const { id } = approval;
  const send = (reason: string) => {
    if (decision === 'withdraw') return call('POST /api/v3/console/approvals/withdraw', { body: { id } });
    if (decision === 'refuse') return call('POST /api/v3/console/approvals/refuse', { body: { id, reason } });
    return call('POST /api/v3/console/approvals/approve', { body: reason === '' ? { id } : { id, reason } });
  };
  return (
    <ActDialog
      title={`${t(decision)}: ${kindName(approval.kind)}`}
      onClose={onClose}
      action={t(decision)}
      {...(decision === 'withdraw' ? {} : { decision })}
      reasonIs={({ approve: 'optional', refuse: 'needed', withdraw: 'absent' } as const)[decision]}
      done={t(`said.${decision}`)}
      act={async (reason) => {
        try {
          const { approval: now } = await send(reason);
          if (now.state === 'failed')
            throw new CallError(0, { code: now.failure, message: t('couldNot'), retryable: false });
        } finally {
          await queries.invalidateQueries({ queryKey: ['approvals'] });
          await queries.invalidateQueries({ queryKey: ['staff'] });
          await queries.invalidateQueries({ queryKey: ['health'] });
        }
      }}
    >
      {words === undefined ? (
        <BeforeAfter label={t('changes')} before={approval.before} after={approval.after} />
      ) : (
        <p>{words}</p>
      )}
    </ActDialog>
  );
}
