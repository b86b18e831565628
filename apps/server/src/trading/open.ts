import type { Converted, HoldVoided, OwnerId } from '@vitrine/core';
import { formatDecimal } from '@vitrine/money';
import type { Ground } from '../kit/ground.ts';
import { TradingVolume } from '../projections/tables/trading-volume.ts';
import type { OutsideMarket } from '../providers/outside-market/outside-market.ts';
import type { Converts } from './convert/converts.ts';
import { LimitConverts, type LimitConvertTerms } from './convert/limit-converts.ts';
import { LimitExecutor } from './convert/limit-executor.ts';
import { ConvertQuotes } from './convert/quotes.ts';
import { WaitingConverts } from './convert/waiting-converts.ts';
import { MarketActivities } from './markets/market-activity.ts';
import { OutsideFigures } from './markets/outside-figures.ts';
import { PriceExtremes } from './markets/price-extremes.ts';
import { TakerFlows } from './markets/taker-flow.ts';
import { reportRefusedOrders } from './orders/report-refused-orders.ts';
import { PlannedDelistings } from './planned-delistings.ts';
import type { Services } from './services.ts';

type Below = Pick<
  Services,
  'core' | 'instruments' | 'sequencer' | 'notices' | 'restrictions' | 'log' | 'histories' | 'marketData' | 'clock'
>;

interface Outside {
  /** Signs quotes; at least 32 characters. */
  readonly secret: string;
  readonly outsideMarket: OutsideMarket | undefined;
}

export async function openTrading(
  below: Below,
  { pool, connect, onClose }: Ground,
  { secret, outsideMarket }: Outside,
) {
  const plannedDelistings = new PlannedDelistings({ pool, connect });
  await plannedDelistings.open();
  onClose(() => plannedDelistings.close());
  return {
    plannedDelistings,
    tradingVolume: new TradingVolume(pool),
    converts: openConverts(below, { pool }, secret),
    priceExtremes: new PriceExtremes(below),
    takerFlows: new TakerFlows(below),
    marketActivities: new MarketActivities(below),
    reportRefusedOrders: () => reportRefusedOrders({ pool, ...below }),
    outsideFigures: new OutsideFigures(outsideMarket),
  };
}

function openConverts(below: Below, { pool }: Pick<Ground, 'pool'>, secret: string): Converts {
  const { restrictions, instruments, notices, sequencer, log } = below;
  const limits = new LimitConverts(pool);
  const waiting = new WaitingConverts();
  const isRestricted = (owner: OwnerId) => restrictions.onTrade(owner) !== undefined;
  const notify = ({ owner, from, to, spentUnits, receivedUnits }: Converted) => {
    const [given, got] = [instruments.asset(from), instruments.asset(to)];
    return notices.add(owner, 'limit_converted', {
      amount: formatDecimal(spentUnits, given.scale),
      from: given.code,
      receives: formatDecimal(receivedUnits, got.scale),
      to: got.code,
    });
  };
  const notifyEnded = ({ fromOwner, asset, units }: HoldVoided, { to }: Pick<LimitConvertTerms, 'to'>) => {
    const given = instruments.asset(asset);
    const amount = formatDecimal(units, given.scale);
    return notices.add(fromOwner, 'limit_convert_ended', { amount, from: given.code, to: instruments.asset(to).code });
  };
  const executor = new LimitExecutor({
    core: () => below.core,
    submit: sequencer.submit,
    log,
    instruments,
    limits,
    waiting,
    isRestricted,
    notify,
    notifyEnded,
  });
  return { quotes: new ConvertQuotes(secret), limits, waiting, executor };
}
