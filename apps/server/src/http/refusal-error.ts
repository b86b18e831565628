import type { ErrorCode } from '@vitrine/contract';
import type { Command, Refusal, Side, Wallet } from '@vitrine/core';
import { type AssetUnits, formatDecimal, formatPrice, formatSize, type PriceTicks, sizeLots } from '@vitrine/money';
import { ApiError } from './api-error.ts';
import type { Instrument } from './instruments.ts';
import type { Services } from './services.ts';

type Known = Pick<Services, 'core' | 'instruments'>;

/**
 * How each refusal of the core is told. `figures`: by the error of the same name, with figures of the order it is about.
 * `fault`: no client's command can cause it.
 */
export const toldAs = {
  reference_conflict: 'reference_conflict',
  busy: 'busy',
  malformed: 'unsupported_combination',
  exceeds_range: 'exceeds_range',
  unknown_asset: 'fault',
  unknown_market: 'fault',
  already_exists: 'fault',
  account_frozen: 'account_frozen',
  unknown_order: 'unknown_order',
  unknown_hold: 'fault',
  // Whether an order of somebody else exists is nobody's business.
  not_owner: 'unknown_order',
  not_amendable: 'not_amendable',
  market_halted: 'market_halted',
  market_cancel_only: 'market_cancel_only',
  below_minimum: 'figures',
  above_maximum: 'figures',
  outside_price_band: 'figures',
  trigger_not_reached_side: 'trigger_not_reached_side',
  duplicate_client_order_id: 'duplicate_client_order_id',
  too_many_open_orders: 'too_many_open_orders',
  exceeds_limit: 'exceeds_limit',
  unbalanced_legs: 'fault',
  exceeds_balance: 'figures',
  exceeds_hold: 'fault',
  would_take: 'would_take',
  cannot_fill: 'cannot_fill',
  no_liquidity: 'no_liquidity',
  below_rate: 'below_rate',
  unknown_rules: 'fault',
} as const satisfies Record<Refusal, ErrorCode | 'figures' | 'fault'>;

/** How a client is told that the core refused a command of theirs. */
export function refusalError(known: Known, command: Command, refusal: Refusal): ApiError {
  const told = toldAs[refusal];
  if (told === 'fault')
    throw new Error(`a client's ${command.kind} was refused as ${refusal}, which no client's command should be`);
  if (told === 'unsupported_combination') return new ApiError(told, { reason: 'see the reference' });
  if (told !== 'figures') return new ApiError(told);
  const account = accountIn(command);
  if (account !== undefined && refusal === 'exceeds_balance') return accountError(known, account);
  const order = orderIn(known, command);
  // It has ended since: that is the reason now, and nothing was changed.
  if (order === undefined) return new ApiError('unknown_order');
  return figuresError(known, order, refusal as Figured);
}

/** The account that a movement without an order takes from. */
interface TakenAccount {
  readonly owner: number;
  readonly wallet: Wallet;
  readonly asset: number;
}

function accountIn(command: Command): TakenAccount | undefined {
  switch (command.kind) {
    case 'Transfer':
      return command.legs.find(({ units }) => units < 0);
    case 'HoldUnits':
      return { ...command.from, asset: command.asset };
    case 'Convert':
      return { owner: command.owner, wallet: 'spot', asset: command.from };
    default:
      return undefined;
  }
}

function accountError({ core, instruments }: Known, { owner, wallet, asset }: TakenAccount): ApiError {
  const { availableUnits } = core.balance(owner, wallet, asset);
  return new ApiError('exceeds_balance', {
    wallet,
    value: formatDecimal(availableUnits, instruments.asset(asset).scale),
  });
}

type Figured = { [R in Refusal]: (typeof toldAs)[R] extends 'figures' ? R : never }[Refusal];

function figuresError(known: Known, order: OrderTerms, refusal: Figured): ApiError {
  switch (refusal) {
    case 'below_minimum':
      return new ApiError(refusal, { side: order.side, value: minimumText(order) });
    case 'above_maximum':
      return new ApiError(refusal, { value: maximumText(order) });
    case 'outside_price_band':
      return new ApiError(refusal, bandTexts(known, order.instrument));
    case 'exceeds_balance':
      return new ApiError(refusal, { value: availableText(known, order) });
  }
}

/** What the order of a command is about, whether it is new or there already. */
interface OrderTerms {
  readonly instrument: Instrument;
  readonly owner: number;
  readonly side: Side;
  /** The price it is reckoned with: its limit, or the market's. */
  readonly price: PriceTicks;
  /** Whether its amount is said in the quote asset. */
  readonly byTotal: boolean;
}

function orderIn({ core, instruments }: Known, command: Command): OrderTerms | undefined {
  switch (command.kind) {
    case 'PlaceOrder':
    case 'PlaceOco': {
      const instrument = instruments.byMarket(command.market);
      const { owner, side } = command;
      const price = command.priceTicks || marketPrice(core, instrument);
      const byTotal = command.kind === 'PlaceOrder' && command.sizeLots === undefined;
      return { instrument, owner, side, price, byTotal };
    }
    case 'AmendOrder': {
      const order = core.order(command.order);
      if (order === undefined) return undefined;
      const instrument = instruments.byMarket(order.market);
      const price = (command.priceTicks ?? order.priceTicks) || marketPrice(core, instrument);
      return { instrument, owner: command.owner, side: order.side, price, byTotal: false };
    }
    case 'Convert': {
      const { owner } = command;
      const found = firstTradeOf(command, instruments);
      if (found === undefined) return undefined;
      const { instrument, side } = found;
      return { instrument, owner, side, price: marketPrice(core, instrument), byTotal: side === 'buy' };
    }
    default:
      return undefined;
  }
}

/** A conversion's market and side, of two the first, which spends what the client said (core, K1). */
function firstTradeOf(
  { from, to }: Extract<Command, { kind: 'Convert' }>,
  instruments: Services['instruments'],
): { readonly instrument: Instrument; readonly side: Side } | undefined {
  const all = [...instruments.all()];
  const bought = all.find(({ base, quote }) => base.asset === to && quote.asset === from);
  if (bought !== undefined) return { instrument: bought, side: 'buy' };
  const ofCoin = all.filter(({ base }) => base.asset === from);
  const sold = ofCoin.find(({ quote }) => quote.asset === to) ?? ofCoin[0];
  return sold === undefined ? undefined : { instrument: sold, side: 'sell' };
}

/** The last price, or the reference before there is one. */
function marketPrice(core: Services['core'], { market }: Instrument): PriceTicks {
  const view = core.market(market);
  if (view === undefined) throw new Error(`market ${market} is not listed`);
  return view.lastTicks === 0 ? view.referenceTicks : view.lastTicks;
}

/** The least a buy must cost (in the quote asset) or a sell must sell (in coin), both bounds of the market taken together. */
function minimumText({ instrument, side, price }: OrderTerms): string {
  const { rules, quote, lot } = instrument;
  const lotCost = price * rules.tickLotUnits;
  if (side === 'buy') {
    return formatDecimal(Math.max(rules.minNotionalUnits, rules.minSizeLots * lotCost), quote.scale);
  }
  return formatSize(sizeLots(Math.max(rules.minSizeLots, Math.ceil(rules.minNotionalUnits / lotCost))), lot);
}

function maximumText({ instrument, price, byTotal }: OrderTerms): string {
  const { rules, quote, lot } = instrument;
  if (byTotal) return formatDecimal(rules.maxNotionalUnits, quote.scale);
  const byNotional = Math.floor(rules.maxNotionalUnits / (price * rules.tickLotUnits));
  return formatSize(sizeLots(Math.min(rules.maxSizeLots, byNotional)), lot);
}

function bandTexts({ core }: Known, instrument: Instrument): { low: string; high: string } {
  const { lowestTicks, highestTicks } = core.market(instrument.market) ?? instrument.rules;
  return { low: formatPrice(lowestTicks, instrument.tick), high: formatPrice(highestTicks, instrument.tick) };
}

function availableText({ core }: Known, { instrument, owner, side }: OrderTerms): string {
  const asset = side === 'buy' ? instrument.quote : instrument.base;
  const available: AssetUnits = core.balance(owner, 'spot', asset.asset).availableUnits;
  return formatDecimal(available, asset.scale);
}
