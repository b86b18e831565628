import { formatDecimal } from '@vitrine/money';
import { pageSize, readIdCursor } from '../../http/paging.ts';
import { valueText, valueUnits } from '../../wallet/http/valuation.ts';
import { type UnreadInterest, unreadInterest } from '../interest/unread-interest.ts';
import { interestOfDay } from '../rules/interest.ts';
import type { Handler, Services } from '../services.ts';
import { type Stake, stakesOf } from '../stakes/stake-table.ts';
import { coinOnWire, daysOf, percentText } from './wire.ts';

export const stake: Handler<'stake'> = async ({ services, session, query }) => {
  const { earn, core, instruments } = services;
  const limit = pageSize(query.limit);
  const page = { ...readIdCursor(query.cursor), limit: limit + 1, state: query.state };
  const stakes = await stakesOf(earn.pool, session.owner, page);
  const last = stakes.length > limit ? stakes[limit - 1] : undefined;
  const unread = await unreadInterest(
    earn.pool,
    stakes.map(({ id }) => id),
    services.histories.position,
  );
  const { usdt } = instruments;
  const available = usdt === undefined ? 0 : core.balance(session.owner, 'spot', usdt.asset).availableUnits;
  return {
    earnStaking: stakes.slice(0, limit).map((one) => stakeOnWire(services, one, unread.get(one.id))),
    usdtBalance: formatDecimal(available, usdt?.scale ?? 0),
    ...(last === undefined ? {} : { next_cursor: String(last.id) }),
    position: core.position,
  };
};

/** `draft` and `void` stakes are never listed: their money has not moved. */
const stateWords = { running: 'RUNNING', notice: 'NOTICE', ended: 'ENDED', draft: 'ENDED', void: 'ENDED' } as const;

function stakeOnWire(services: Services, one: Stake, unread: UnreadInterest = { units: 0, days: 0 }) {
  const asset = services.instruments.asset(one.asset);
  const show = (units: number) => formatDecimal(units, asset.scale);
  return {
    id: one.id,
    product_id: one.product,
    ...coinOnWire(services, asset),
    apr: percentText(one.aprPpm),
    balance: show(one.principalUnits),
    base_balance: show(one.baseUnits),
    usdt_value: valueText(services, valueUnits(services, asset, one.principalUnits)),
    duration: one.days,
    type: one.kind === 'flexible' ? ('FLEXI_LOCK' as const) : ('STAKE_LOCK' as const),
    state: stateWords[one.state],
    ...(one.endCause === undefined ? {} : { ended_because: one.endCause }),
    subscribed_at: one.draftedMs,
    date_start: one.startCut,
    ...(one.endCut === undefined ? {} : { date_end: one.endCut }),
    ...(one.endedMs === undefined ? {} : { ended_at: one.endedMs }),
    day: one.postedDays - unread.days,
    earned: show(one.postedUnits - unread.units),
    per_day: show(one.state === 'running' ? interestOfDay(one.principalUnits, one.aprPpm, 1) : 0),
    ...(one.kind === 'flexible' ? {} : { term_interest: show(one.wholeUnits) }),
    ...(one.nextCut === undefined ? {} : { next_posting: one.nextCut }),
    auto_renew: one.autoRenew,
    notice_days: daysOf(one.noticeMs),
    initial_percent: percentText(one.initialPpm),
    ...(one.state === 'notice' && one.restDueMs !== undefined ? { rest_due: one.restDueMs } : {}),
  };
}
