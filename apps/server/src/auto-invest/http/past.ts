import { readUnits } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import { findAsset } from '../../kit/find.ts';
import type { Instrument } from '../../kit/instruments.ts';
import { worth } from '../../projections/books/prices.ts';
import { mostCandlesIn } from '../../projections/tables/market-data.ts';
import { wideText } from '../../projections/wire.ts';
import { displayPrice } from '../../wallet/http/display-price.ts';
import { signedValueText, valueText } from '../../wallet/http/valuation.ts';
import { type PastCoin, type PastLeg, pastPlan } from '../past/past-plan.ts';
import { demandUsdt, sharesNow } from '../plans/refuse-terms.ts';
import { firstRun, isMeaningful } from '../rules/schedule.ts';
import { areWhole, type Share } from '../rules/shares.ts';
import type { Call, Handler, Services } from '../services.ts';
import { costOfOne, percentOf } from './wire.ts';

const DAY_MS = 86_400_000;
const MONTHS = 12;

export const autoInvestPast: Handler<'autoInvestPast'> = async ({ services, session, query, chargeItems }) => {
  const shares = readShares(services, query);
  const schedule = { cycle: query.cycle, weekday: query.weekday, day: query.day, hour: query.hour };
  if (!isMeaningful(schedule)) throw new ApiError('schedule_invalid');
  const units = readUnits(query.amount, demandUsdt(services));
  const toMs = services.clock();
  const fromMs = monthsBefore(toMs, query.months ?? MONTHS);
  const coins: PastCoin[] = [];
  for (const { asset } of shares) coins.push(await readCoin(services, asset, { fromMs, toMs }, chargeItems));
  const { takerPpm } = services.core.feeTier(session.owner);
  const past = pastPlan({ units, shares, schedule, takerPpm, fromMs, toMs }, coins);
  const last = past.points.at(-1);
  const [invested, value] = [last?.invested ?? 0n, last?.value ?? 0n];
  const fees = past.legs.reduce((sum, leg) => sum + leg.fees, 0n);
  const show = (amount: bigint) => valueText(services, amount);
  return {
    from: fromMs,
    to: toMs,
    amount: valueText(services, BigInt(units)),
    first_run: firstRun(schedule, toMs),
    runs: past.runs,
    runs_without_price: past.runsWithoutPrice,
    invested: show(invested),
    fees: show(fees),
    value: show(value),
    return: signedValueText(services, value - invested),
    ...percentField('return_percent', value - invested, invested),
    ...(past.lowest === undefined ? {} : { lowest: lowestOnWire(services, past.lowest) }),
    ...(past.atOnce === undefined ? {} : { at_once: { time: past.atOnce.timeMs, value: show(past.atOnce.value) } }),
    coins: past.legs.map((leg, i) => legOnWire(services, leg, coins[i] as PastCoin)),
    points: past.points.map((point) => ({
      time: point.timeMs,
      invested: show(point.invested),
      value: show(point.value),
    })),
    position: services.core.position,
  };
};

const percentField = <K extends string>(name: K, part: bigint, whole: bigint): { readonly [key in K]?: string } => {
  const percent = percentOf(part, whole);
  return percent === undefined ? {} : ({ [name]: percent } as { readonly [key in K]?: string });
};

type Past = ReturnType<typeof pastPlan>;

const lowestOnWire = (services: Services, { timeMs, value, invested }: NonNullable<Past['lowest']>) => ({
  time: timeMs,
  percent: percentOf(value - invested, invested) ?? '0',
  value: valueText(services, value),
  invested: valueText(services, invested),
});

function legOnWire(services: Services, { asset, spent, bought }: PastLeg, past: PastCoin) {
  const coin = services.instruments.asset(asset);
  const usdt = demandUsdt(services);
  const { fullName, image } = services.coins.byCode(coin.code);
  const value = worthOf(Number(bought), past);
  const average = costOfOne(Number(spent), Number(bought), { coin, usdt });
  const days = [...past.closes.keys()];
  return {
    name: coin.code,
    full_name: fullName,
    image,
    decimals: coin.scale,
    invested: valueText(services, spent),
    bought: wideText(bought, coin.scale),
    ...(average === undefined ? {} : { average_cost: average }),
    price: valueText(services, worthOf(10 ** coin.scale, past)),
    value: valueText(services, value),
    ...percentField('return_percent', value - spent, spent),
    ...(days.length === 0 ? {} : { priced_from: Math.min(...days) * DAY_MS }),
  };
}

const worthOf = (units: number, { price }: PastCoin): bigint => worth(units, price);

/** A coin's closing prices on days with trades, and its current price. Errors: no_conversion. */
async function readCoin(
  services: Services,
  asset: number,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  chargeItems: Call<'autoInvestPast'>['chargeItems'],
): Promise<PastCoin> {
  const instrument = demandMarket(services, asset);
  const range = { fromMs: fromMs - 8 * DAY_MS, toMs };
  chargeItems(mostCandlesIn('1d', range));
  const candles = await services.marketData.candles(instrument.market, '1d', range);
  const { tickLotUnits, lotUnits } = instrument.rules;
  const closes = candles
    .filter(({ trades, openMs }) => trades > 0 && openMs + DAY_MS <= toMs)
    .map(({ openMs, closeTicks }) => [openMs / DAY_MS, { ticks: closeTicks, tickLotUnits, lotUnits }] as const);
  return { asset, closes: new Map(closes), price: displayPrice(services, instrument) };
}

function demandMarket({ instruments }: Services, asset: number): Instrument {
  const instrument = instruments.byCoin(asset);
  const [from, to] = [instruments.usdt?.code ?? '', instruments.asset(asset).code];
  if (instrument === undefined) throw new ApiError('no_conversion', { from, to });
  return instrument;
}

/** Errors: unknown_coin, weights_invalid, list_empty. */
function readShares(services: Services, { coins, list }: Call<'autoInvestPast'>['query']): readonly Share[] {
  if ((coins === undefined) === (list === undefined)) throw new ApiError('weights_invalid');
  const shares = (coins?.split(',') ?? []).map((text) => {
    const [name = '', percent] = text.split(':');
    return { asset: findAsset(services, name).asset, percent: Number(percent) };
  });
  if (list === undefined && !areWhole(shares)) throw new ApiError('weights_invalid');
  const now = sharesNow(services, { list, shares });
  if (now.length === 0) throw new ApiError('list_empty');
  return now;
}

/** The same date and time this many months earlier, or the last day of that month if it is shorter. */
function monthsBefore(timeMs: number, months: number): number {
  const date = new Date(timeMs);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1);
  const last = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months + 1, 0);
  return Math.min(last, first + (date.getUTCDate() - 1) * DAY_MS) + (timeMs % DAY_MS);
}
