import type { SecurityEvent } from '../../../lib/security.ts';
import { isSuspicious } from './event-words.ts';

/** Consecutive events that differ only in time, newest first; usually a single event. */
export interface EventGroup {
  readonly newest: SecurityEvent;
  readonly events: readonly SecurityEvent[];
}

const isAlike = (one: SecurityEvent, other: SecurityEvent): boolean =>
  one.kind === other.kind &&
  one.browser === other.browser &&
  one.system === other.system &&
  one.ip === other.ip &&
  JSON.stringify(one.details) === JSON.stringify(other.details);

/** Groups adjacent events that differ only in time. */
export function groupEvents(events: readonly SecurityEvent[]): EventGroup[] {
  const groups: { newest: SecurityEvent; events: SecurityEvent[] }[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last !== undefined && isAlike(last.newest, event)) last.events.push(event);
    else groups.push({ newest: event, events: [event] });
  }
  return groups;
}

/** This many failed attempts within an hour are unlikely to be typing errors. */
const BURST_TIMES = 3;
const BURST_MS = 3_600_000;

/** Whether the group has at least `BURST_TIMES` failed attempts within `BURST_MS`. */
export const isBurst = ({ newest, events }: EventGroup): boolean =>
  isSuspicious(newest) &&
  events.some(({ at }, index) => {
    const first = events[index + BURST_TIMES - 1];
    return first !== undefined && at - first.at <= BURST_MS;
  });
