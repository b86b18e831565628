import type { endpoints, ResponseOf } from '@vitrine/contract';
import { stepText } from '../../../kit/amounts.ts';
import { type Instrument, nameIn } from '../../../kit/instruments.ts';
import { quoteText, ratePercentText, sizeText } from '../../../projections/wire.ts';
import type { Services } from '../../services.ts';

type MarketRulesView = ResponseOf<typeof endpoints.markets>['markets'][number];

/**
 * A market's tick, lot and limits. `minimum_sell` is in the coin; `account_balance_limit_spot`, the minimum order
 * value, is in USDT.
 */
export function marketRulesOnWire(
  { exchangeSettings, plannedDelistings }: Pick<Services, 'exchangeSettings' | 'plannedDelistings'>,
  instrument: Instrument,
): MarketRulesView {
  const { rules, tick, lot } = instrument;
  return {
    name: nameIn.web(instrument),
    base: instrument.base.code,
    quote: instrument.quote.code,
    status: rules.status,
    tick: stepText(tick),
    lot: stepText(lot),
    price_decimals: tick.scale,
    amount_decimals: lot.scale,
    minimum_sell: sizeText(instrument, rules.minSizeLots),
    maximum_amount: sizeText(instrument, rules.maxSizeLots),
    account_balance_limit_spot: quoteText(instrument, rules.minNotionalUnits),
    maximum_total: quoteText(instrument, rules.maxNotionalUnits),
    band_percent: ratePercentText(rules.bandPpm),
    max_slippage_percent: ratePercentText(exchangeSettings.slippagePpm(instrument.market)),
    maximum_open_orders: rules.maxOpenOrders,
    delisting_at: plannedDelistings.of(instrument.market)?.atMs ?? null,
  };
}
