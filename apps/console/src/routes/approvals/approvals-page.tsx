import { SegmentedControl } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { CallError, EmptyState, formatExact, formatPrice, MoreRows } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Approval, useAccessWords } from '../../features/access-requests/access-requests.ts';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { BeforeAfter } from '../../ui/before-after.tsx';
import { ListFailure } from '../../ui/list-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { NewAccess } from '../../ui/new-access.tsx';
import { Page } from '../../ui/page.tsx';
import { ApprovalItem, type Decision } from './approval-item.tsx';
import styles from './approvals-page.module.css';
import { CurrentValues } from './current-values.tsx';
import { useFieldName, useFieldWord } from './field-name.ts';
import { useKindName } from './kind-name.ts';

type List = 'waiting' | 'decided';

/** Requests by one member of staff that another must decide on. */
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
  // The approval in the dialog as last fetched: its current values may have changed since the dialog was opened.
  const latest = approvals?.find(({ id }) => id === asked?.approval.id);
  const decide = (approval: Approval, decision: Decision) => {
    setAsked({ approval, decision });
    if (approval.current !== null) void query.refetch();
  };
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
            <ApprovalItem approval={approval} onDecide={(decision) => decide(approval, decision)} />
          </li>
        ))}
      </ul>
      <MoreRows query={query} label={t('common:more')} failed={t('common:errors.list')} />
      {asked ? (
        <DecideDialog {...asked} approval={latest ?? asked.approval} onClose={() => setAsked(undefined)} />
      ) : null}
    </Page>
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
  const fieldName = useFieldName();
  const fieldWord = useFieldWord();
  const words = useAccessWords()(approval);
  const { id } = approval;
  const closedText = ({ closed, average_price, left }: NonNullable<Approval['outcome']>) =>
    t('said.closed', {
      closed: formatExact(closed),
      price: formatPrice(average_price),
      left: formatExact(left),
    });
  const send = (reason: string) => {
    if (decision === 'withdraw') return call('POST /api/v3/console/approvals/withdraw', { body: { id } });
    if (decision === 'refuse') return call('POST /api/v3/console/approvals/refuse', { body: { id, reason } });
    const seen = approval.current === null ? {} : { seen: approval.current };
    const body = { id, ...seen, ...(reason === '' ? {} : { reason }) };
    return call('POST /api/v3/console/approvals/approve', { body });
  };
  return (
    <ActDialog
      title={`${t(decision)}: ${kindName(approval.kind)}`}
      onClose={onClose}
      action={t(decision)}
      {...(decision === 'withdraw' ? {} : { decision })}
      reasonIs={({ approve: 'optional', refuse: 'needed', withdraw: 'absent' } as const)[decision]}
      done={({ outcome }: Approval) => (outcome === null ? t(`said.${decision}`) : closedText(outcome))}
      act={async (reason) => {
        try {
          const { approval: now } = await send(reason);
          if (now.state === 'failed')
            throw new CallError(0, { code: now.failure, message: t('couldNot'), retryable: false });
          return now;
        } finally {
          await queries.invalidateQueries({ queryKey: ['approvals'] });
          await queries.invalidateQueries({ queryKey: ['staff'] });
          await queries.invalidateQueries({ queryKey: ['health'] });
        }
      }}
    >
      {words === undefined ? (
        <BeforeAfter
          label={t('changes')}
          before={approval.before}
          after={approval.after}
          nameOf={fieldName}
          wordOf={fieldWord}
        />
      ) : (
        <p>{words}</p>
      )}
      {decision === 'approve' ? <CurrentValues current={approval.current} /> : null}
    </ActDialog>
  );
}
