import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState, LoadFailed, MoreRows } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { type SecurityEvent, securityEventsKey } from '../../../lib/security.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { Section } from '../../../ui/section.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import { deviceText } from '../shared/device-text.ts';
import styles from './event-list.module.css';
import { eventDetail, eventText, isByUs, isSuspicious } from './event-words.ts';
import { type EventGroup, groupEvents, isBurst } from './group-events.ts';
import { NotMeDialog } from './not-me-dialog.tsx';

/** Security events of the account, newest first, a page at a time; each can be reported as 'not me'. */
export function EventList() {
  const { t } = useTranslation('security');
  const [disowned, setDisowned] = useState<SecurityEvent>();
  const query = useInfiniteQuery({
    queryKey: securityEventsKey,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/v3/security-events', { query: pageParam === undefined ? {} : { before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next_before }) => next_before,
  });
  const { data, isError, refetch } = query;
  const groups = groupEvents(data?.pages.flatMap((page) => page.events) ?? []);
  const burst = groups.find(isBurst);
  return (
    <Section title={t('events.listTitle')}>
      {data === undefined ? (
        isError ? (
          <LoadFailed title={t('failed')} onRetry={refetch} />
        ) : (
          <SkeletonLines lines={6} />
        )
      ) : groups.length === 0 ? (
        <EmptyState icon={IconShieldCheck} title={t('events.none')} />
      ) : (
        <ul>
          {groups.map((group) => (
            <GroupRows key={group.newest.id} group={group} isAdvised={group === burst} onDisown={setDisowned} />
          ))}
        </ul>
      )}
      <MoreRows query={query} label={t('events.more')} failed={t('failed')} />
      {disowned ? <NotMeDialog event={disowned} onClose={() => setDisowned(undefined)} /> : null}
    </Section>
  );
}

interface GroupRowsProps {
  readonly group: EventGroup;
  /** Whether this is the newest burst of failed attempts, the only one that is shown with advice. */
  readonly isAdvised: boolean;
  readonly onDisown: (event: SecurityEvent) => void;
}

/** One row for a group of repeated events; when expanded, it lists the time of each event. */
function GroupRows({ group, isAdvised, onDisown }: GroupRowsProps) {
  const { t } = useTranslation('security');
  const [isOpen, setIsOpen] = useState(false);
  const { newest, events } = group;
  const oldest = events.at(-1) ?? newest;
  if (events.length === 1) return <EventRow event={newest} onDisown={() => onDisown(newest)} />;
  const times = (
    <button type="button" className="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
      {t(isOpen ? 'events.hideTimes' : 'events.showTimes', { count: events.length })}
    </button>
  );
  return (
    <>
      <EventRow
        event={newest}
        since={oldest.at}
        times={times}
        isBurst={isBurst(group)}
        advice={isAdvised ? t('events.advice') : undefined}
        onDisown={() => onDisown(newest)}
      />
      {isOpen
        ? events.map((event) => (
            <li key={event.id} className={styles.time}>
              <span className="num">{dateTimeText(event.at)}</span>
            </li>
          ))
        : null}
    </>
  );
}

interface EventRowProps {
  readonly event: SecurityEvent;
  /** For a group: the time of the first event, and a button that lists the times of all. */
  readonly since?: number;
  readonly times?: ReactNode;
  readonly isBurst?: boolean;
  readonly advice?: string | undefined;
  readonly onDisown: () => void;
}

function EventRow({ event, since, times, isBurst = false, advice, onDisown }: EventRowProps) {
  const { t } = useTranslation('security');
  const isWarning = isSuspicious(event);
  const Icon = isWarning ? IconAlertTriangle : IconShieldCheck;
  const detail = eventDetail(t, event);
  const newest = dateTimeText(event.at);
  const time = since === undefined ? newest : t('events.span', { from: dateTimeText(since), to: newest });
  return (
    <li className={styles.row} data-warning={isWarning || undefined} data-burst={isBurst || undefined}>
      <Icon size={18} stroke={1.7} aria-hidden="true" />
      <div className={styles.what}>
        <h3>{eventText(t, event)}</h3>
        {detail ? <p>{detail}</p> : null}
        {times}
        {advice === undefined ? null : <p className={styles.advice}>{advice}</p>}
      </div>
      <p className={`num ${styles.where}`}>
        {isByUs(event) ? t('events.byUs') : t('events.place', { device: deviceText(t, event), ip: event.ip })}
      </p>
      <p className={`num ${styles.when}`}>{time}</p>
      {isByUs(event) ? null : (
        <button
          type="button"
          className={`link ${styles.disown}`}
          aria-label={t('events.notMeNamed', { what: eventText(t, event), time })}
          onClick={onDisown}
        >
          {t('events.notMe')}
        </button>
      )}
    </li>
  );
}
