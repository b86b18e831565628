import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { ListFailure } from '../../ui/list-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { CASES, type CaseItem, type CaseState } from './kyc.ts';
import styles from './queue.module.css';
import { Waited } from './waited.tsx';

const LOOK_MS = 15_000;

/** The cases in a state: waiting ones oldest first, all others newest first. */
export function useCases(state: CaseState) {
  return useQuery({
    queryKey: [...CASES, state],
    queryFn: ({ signal }) =>
      call('GET /api/v3/console/kyc-cases', { query: { state, limit: 200 }, signal, background: true }),
    refetchInterval: LOOK_MS,
  });
}

type QueueProps = {
  readonly state: CaseState;
  readonly onState: (state: CaseState) => void;
  readonly current: string | undefined;
};

export function Queue({ state, onState, current }: QueueProps) {
  const { t } = useTranslation('kyc');
  const { data, isError, refetch } = useCases(state);
  return (
    <nav className={styles.queue} aria-label={t('queue.label')}>
      <div className={styles.head}>
        <NativeSelect
          aria-label={t('queue.filter')}
          value={state}
          data={(['waiting', 'with_client', 'verified'] as const).map((value) => ({
            value,
            label: t(`states.${value}`),
          }))}
          onChange={(event) => onState(event.currentTarget.value as CaseState)}
        />
        <span className="num">{data?.cases.length ?? ''}</span>
        <span className={styles.order}>{t(state === 'waiting' ? 'queue.oldest' : 'queue.newest')}</span>
      </div>
      {data === undefined ? (
        isError ? (
          <ListFailure onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )
      ) : data.cases.length === 0 ? (
        <EmptyState title={t(`queue.empty.${state}`)} />
      ) : (
        <ul>
          {data.cases.map((item) => (
            <li key={item.uid}>
              <Entry item={item} isCurrent={item.uid === current} />
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

function Entry({ item, isCurrent }: { readonly item: CaseItem; readonly isCurrent: boolean }) {
  const { t } = useTranslation('kyc');
  const { uid, id_type, since, tries, statuses, flagged, state } = item;
  return (
    <Link
      to={paths.kycCase}
      params={{ uid }}
      search={state === 'waiting' ? {} : { state }}
      className={styles.item}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <b className="num">{uid}</b>
      <Waited since={since} isLate={state === 'waiting'} />
      <span>
        {id_type}
        {tries > 1 ? `, ${t('queue.try', { count: tries })}` : ''}
        {flagged ? <em>{t('queue.flagged')}</em> : null}
      </span>
      <span className={styles.dots} aria-hidden="true">
        {statuses.map((status, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: selfie, front and back, always in this order
          <i key={index} data-status={status} />
        ))}
      </span>
    </Link>
  );
}
