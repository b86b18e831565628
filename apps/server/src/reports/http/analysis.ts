import type { AssetId } from '@vitrine/core';
import { type Reward, rewardsSince } from '../../earn/transactions/rewards.ts';
import {
  DAY_MS,
  dayOf,
  loadQuotes,
  type Price,
  pricesAt,
  type WorthAt,
  worth,
} from '../../projections/books/prices.ts';
import { wideText } from '../../projections/wire.ts';
import type { Handler, Services } from '../services.ts';
import { usdtText } from './figures.ts';
import { codesOf, type PricedBook, pricedBook } from './profits.ts';

const SHORTEST = 7;

/** Units of a coin, and their value in units of USDT; undefined if the coin had no price. */
interface Part {
  readonly asset: AssetId;
  readonly units: bigint;
  readonly value: bigint | undefined;
}

export const analysis: Handler<'analysis'> = async ({ services, session, query }) => {
  const { days = SHORTEST } = query;
  const priced = await pricedBook(services, session, days);
  const { today, book } = priced;
  const { position } = book;
  const fromMs = (today - days + 1) * DAY_MS;
  const { pool } = services.earn;
  const paid = await rewardsSince(pool, session.owner, fromMs, position);
  const worthAt = await pricesAt(pool, await loadQuotes(pool), paid);
  const all = Array.from({ length: days }, (_, index) => today - days + 1 + index);
  const assetDays = assetsByDay(priced, all);
  const rewardDays = all.map((day) =>
    rewardParts(
      paid.filter(({ timeMs }) => dayOf(timeMs) === day),
      worthAt,
    ),
  );
  const unpriced = [...assetDays, ...rewardDays].flat().filter(({ value }) => value === undefined);
  const onWire = (parts: readonly Part[], index: number) => ({
    time: fromMs + index * DAY_MS,
    usdt_value: usdtText(services)(sumOf(parts)),
    coins: coinsOnWire(services, parts),
  });
  return {
    days,
    from: fromMs,
    asset: assetDays.map(onWire),
    rewards: rewardDays.map(onWire),
    asset_now: usdtText(services)(sumOf(assetDays.at(-1) ?? [])),
    rewards_total: usdtText(services)(sumOf(rewardDays.flat())),
    rewards_by_coin: coinsOnWire(services, byAsset(rewardDays.flat())),
    left_out: codesOf(services, [...new Set(unpriced.map(({ asset }) => asset))]),
    position,
    as_of: services.clock(),
  };
};

/** What the earn wallet held at the end of each day, by the days of the client's P&L book; for today, now. */
function assetsByDay({ book, today, pricing }: PricedBook, days: readonly number[]): Part[][] {
  const held = new Map<AssetId, number>();
  const isEarn = ({ wallet }: { readonly wallet: string }) => wallet === 'earn';
  for (const { asset, units } of book.before.filter(isEarn)) held.set(asset, units);
  const changes = book.days.filter(isEarn);
  const worthOf = (asset: AssetId, units: number, price: Price | undefined): bigint | undefined =>
    asset === pricing.usdt ? BigInt(units) : price && worth(units, price);
  return days.map((day) => {
    for (const line of changes) if (line.day === day) held.set(line.asset, line.units);
    const priceOf = (asset: AssetId) => (day === today ? pricing.nowOf(asset) : pricing.closeOf(asset, day));
    return [...held]
      .filter(([, units]) => units > 0)
      .map(([asset, units]) => ({ asset, units: BigInt(units), value: worthOf(asset, units, priceOf(asset)) }));
  });
}

const rewardParts = (paid: readonly Reward[], worthAt: WorthAt): Part[] =>
  byAsset(paid.map((reward) => ({ ...reward, units: BigInt(reward.units), value: worthAt(reward, reward.units) })));

/** One part per coin. Its value is unknown if that of one of its parts is. */
function byAsset(parts: readonly Part[]): Part[] {
  const sums = new Map<AssetId, Part>();
  for (const { asset, units, value } of parts) {
    const before = sums.get(asset) ?? { asset, units: 0n, value: 0n };
    const isKnown = before.value !== undefined && value !== undefined;
    sums.set(asset, {
      asset,
      units: before.units + units,
      value: isKnown ? (before.value ?? 0n) + (value ?? 0n) : undefined,
    });
  }
  return [...sums.values()];
}

const sumOf = (parts: readonly Part[]): bigint => parts.reduce((sum, { value }) => sum + (value ?? 0n), 0n);

/** The most valuable coin first. */
function coinsOnWire(services: Services, parts: readonly Part[]) {
  const most = parts.toSorted((a, b) => Number((b.value ?? 0n) - (a.value ?? 0n)) || a.asset - b.asset);
  return most.map(({ asset, units, value }) => {
    const { code, scale } = services.instruments.asset(asset);
    return {
      name: code,
      amount: wideText(units, scale),
      ...(value === undefined ? {} : { usdt_value: usdtText(services)(value) }),
    };
  });
}
