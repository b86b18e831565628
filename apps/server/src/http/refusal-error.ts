import type { ErrorCode } from '@vitrine/contract';
import type {
  AmendOrder,
  AssetId,
  ChangeMargin,
  Command,
  Convert,
  MarketId,
  MarketView,
  OrderView,
  OwnerId,
  PlaceOrder,
  Refusal,
  Side,
  Wallet,
} from '@vitrine/core';
import {
  type AssetUnits,
  assetUnits,
  formatDecimal,
  formatPrice,
  formatSize,
  type PriceTicks,
  type SizeLots,
  sizeLots,
} from '@vitrine/money';
import { ApiError } from '../kit/api-error.ts';
import type { Instrument } from '../kit/instruments.ts';
import type { Services } from './services.ts';

const DAY_MS = 86_400_000;

type Known = Pick<Services, 'core' | 'instruments' | 'restrictions'>;

/**
 * The error for each refusal of the core. `figures` means the error with the refusal's own name, whose text contains
 * amounts or prices of the order. `fault` marks a refusal that no client's command can cause, except in the cases that
 * `errorOf` handles.
 */
export const refusalErrors = {
  reference_conflict: 'reference_conflict',
  busy: 'busy',
  malformed: 'unsupported_combination',
  exceeds_range: 'exceeds_range',
  unknown_asset: 'fault',
  unknown_market: 'fault',
  already_exists: 'fault',
  account_frozen: 'account_frozen',
  account_restricted: 'restricted',
  unknown_order: 'unknown_order',
  unknown_hold: 'fault',
  // The error must not reveal whether another client has this order.
  not_owner: 'unknown_order',
  not_amendable: 'not_amendable',
  open_amount_changed: 'open_amount_changed',
  market_delisted: 'market_delisted',
  market_halted: 'market_halted',
  market_cancel_only: 'market_cancel_only',
  market_open: 'fault',
  market_busy: 'market_busy',
  no_position: 'no_position',
  before_term_end: 'before_term_end',
  below_minimum: 'figures',
  above_maximum: 'figures',
  above_position_limit: 'figures',
  outside_price_band: 'figures',
  trigger_not_reached_side: 'trigger_not_reached_side',
  take_profit_wrong_side: 'take_profit_wrong_side',
  stop_loss_wrong_side: 'stop_loss_wrong_side',
  duplicate_client_order_id: 'duplicate_client_order_id',
  too_many_open_orders: 'too_many_open_orders',
  has_open_orders: 'has_open_orders',
  has_positions: 'fault',
  mark_price_changed: 'fault',
  too_many_holds: 'too_many_holds',
  exceeds_limit: 'exceeds_limit',
  unbalanced_legs: 'fault',
  exceeds_balance: 'figures',
  // Only commands of modules that have their own error for this take from funds.
  exceeds_fund: 'fault',
  // The core refuses only margin changes for this reason, and they have their own errors.
  below_initial_margin: 'fault',
  exceeds_hold: 'fault',
  would_take: 'would_take',
  cannot_fill: 'cannot_fill',
  no_liquidity: 'no_liquidity',
  beyond_protection: 'beyond_protection',
  would_liquidate: 'would_liquidate',
  below_rate: 'below_rate',
  unknown_rules: 'fault',
} as const satisfies Record<Refusal, ErrorCode | 'figures' | 'fault' | 'restricted'>;

/** The error a client gets for a command that the core refused. */
export function refusalError(known: Known, command: Command, refusal: Refusal): ApiError {
  const byCommand = errorOf(known, command, refusal);
  if (byCommand !== undefined) return byCommand;
  const rule = refusalErrors[refusal];
  if (rule === 'fault')
    throw new Error(`a client's ${command.kind} was refused with ${refusal}, which indicates a bug in the server`);
  if (rule === 'unsupported_combination') return new ApiError(rule, { reason: 'see_reference' });
  if (rule === 'restricted') return restrictedError(known, ownerOf(command));
  if (rule === 'before_term_end') return termError(known, command);
  if (rule !== 'figures') return new ApiError(rule);
  const account = accountIn(known, command);
  if (account !== undefined && refusal === 'exceeds_balance') return accountError(known, account);
  const order = orderIn(known, command);
  // The order has ended since the command was refused, so this error now applies; the command changed nothing.
  if (order === undefined) return new ApiError('unknown_order');
  return figuresError(known, order, refusal as Figured);
}

/** The owner who submitted the command. */
const ownerOf = (command: Command): OwnerId => ('owner' in command ? command.owner : 'by' in command ? command.by : 0);

/**
 * The error that says why, and until when, an operator has restricted this client from trading. If this server does not
 * know the reason, the error contains only the end time, which the core has.
 */
export function restrictedError(
  { core, restrictions }: Pick<Known, 'core' | 'restrictions'>,
  owner: OwnerId,
): ApiError {
  const restriction = restrictions.onTrade(owner);
  const endsAtMs = restriction?.endsAtMs ?? core.restrictionsOf(owner).tradeUntil;
  const reason = restriction?.reason ?? 'see_notifications';
  return new ApiError('account_restricted', { reason, end: String(endsAtMs) });
}

/** The account that is debited by a command without an order. */
interface TakenAccount {
  readonly owner: OwnerId;
  readonly wallet: Wallet;
  readonly asset: AssetId;
}

function accountIn({ instruments }: Known, command: Command): TakenAccount | undefined {
  switch (command.kind) {
    case 'Transfer':
      return command.legs.find(({ units }) => units < 0);
    case 'HoldUnits':
      return { ...command.from, asset: command.asset };
    case 'Convert':
      return { owner: command.owner, wallet: 'spot', asset: command.from };
    case 'ChangeMargin':
      return { owner: command.owner, wallet: 'future', asset: instruments.byMarket(command.market).quote.asset };
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

/** The error if too much margin was to be added or removed. */
function marginError({ core, instruments }: Known, { owner, market, position, change }: ChangeMargin): ApiError {
  if (change === 'add') return new ApiError('margin_too_high');
  const view = core.positions(owner).find((one) => one.market === market && one.position === position);
  // The position has been closed since the command was refused.
  if (view === undefined) return new ApiError('no_position');
  const { quote } = instruments.byMarket(market);
  return new ApiError('below_initial_margin', { value: formatDecimal(view.removableUnits, quote.scale) });
}

/**
 * The error if the command could close a position, or would remove margin from it, before the end of its minimum term.
 */
function termError(known: Known, command: Command): ApiError {
  if (command.kind === 'PlaceOrder' && !command.reduceOnly) return new ApiError('take_profit_in_term');
  const { core, instruments } = known;
  const bound = command.kind === 'ChangeMargin' ? command : positionOfOrder(known, command);
  // The order has ended since the command was refused.
  if (bound === undefined) return new ApiError('unknown_order');
  const { owner, market, position } = bound;
  const view = core.positions(owner).find((one) => one.market === market && one.position === position);
  // The position has been closed since the command was refused.
  if (view === undefined) return new ApiError('no_position');
  const { scale } = instruments.byMarket(view.market).quote;
  return new ApiError('before_term_end', {
    days: String(Math.max(1, Math.ceil((view.termEndsMs - core.timeMs) / DAY_MS))),
    target: formatDecimal(view.marginUnits, scale),
    funds: formatDecimal(Math.floor(view.marginUnits / 2), scale),
  });
}

/** The error if a leverage is above the market's maximum, which may have been lowered since the leverage was set. */
function leverageError({ core }: Known, command: Command): ApiError | undefined {
  const wanted = wantedLeverage(core, command);
  if (wanted === undefined) return undefined;
  const most = core.perpetual(wanted.market)?.maxLeverage ?? Number.POSITIVE_INFINITY;
  return wanted.leverage > most ? new ApiError('leverage_too_high', { most: String(most) }) : undefined;
}

/** The position that a reduce-only order closes; undefined if the order has ended. */
function positionOfOrder(
  { core }: Known,
  command: Command,
): Pick<ChangeMargin, 'owner' | 'market' | 'position'> | undefined {
  const order = command.kind === 'AmendOrder' ? core.order(command.order) : (command as PlaceOrder);
  if (order === undefined) return undefined;
  const { owner, market, side } = order;
  return { owner, market, position: side === 'buy' ? 'short' : 'long' };
}

/**
 * The leverage that a command sets, or at which its order opens a position; undefined if the command was refused for
 * another reason.
 */
function wantedLeverage(
  core: Services['core'],
  command: Command,
): { readonly market: MarketId; readonly leverage: number } | undefined {
  if (command.kind === 'SetLeverage') return command;
  if (command.kind === 'PlaceOrder') return { market: command.market, leverage: leverageOf(core, command) };
  const order = command.kind === 'AmendOrder' ? core.order(command.order) : undefined;
  if (command.kind !== 'AmendOrder' || order === undefined || isTooLarge(core, order, command)) return undefined;
  return { market: order.market, leverage: leverageOf(core, order) };
}

type OpeningOrder = Pick<OrderView, 'owner' | 'market' | 'side' | 'reduceOnly'>;

/** The leverage at which an order opens a position; 0 if it only closes one. */
function leverageOf(core: Services['core'], { owner, market, side, reduceOnly }: OpeningOrder): number {
  if (reduceOnly) return 0;
  return core.leverages(owner, market)?.[side === 'buy' ? 'long' : 'short'] ?? 0;
}

/** Whether the order is larger than its perpetual market allows. */
function isTooLarge(
  core: Services['core'],
  order: OrderView,
  { priceTicks, openLots, triggerTicks }: AmendOrder,
): boolean {
  const market = core.perpetual(order.market);
  if (market === undefined) return false;
  const [price, lots] = [priceTicks ?? order.priceTicks, openLots ?? order.openLots];
  const valuedAt = order.type === 'market' ? (triggerTicks ?? order.triggerTicks) : price;
  return lots > market.maxSizeLots || valuedAt * lots * market.tickLotUnits > market.maxNotionalUnits;
}

/**
 * The error for a refusal whose error depends on the command too; undefined if the error in `refusalErrors` applies.
 */
function errorOf(known: Known, command: Command, refusal: Refusal): ApiError | undefined {
  const { instruments } = known;
  if (command.kind === 'ChangeMargin' && (refusal === 'above_maximum' || refusal === 'below_initial_margin'))
    return marginError(known, command);
  if (refusal === 'above_maximum') return leverageError(known, command);
  if (command.kind === 'VoidHold' && refusal === 'unknown_hold') return new ApiError('unknown_order');
  if (command.kind !== 'Convert' || refusal !== 'unknown_market') return undefined;
  const [from, to] = [command.from, command.to].map((asset) => instruments.asset(asset).code);
  return new ApiError('no_conversion', { from: from ?? '', to: to ?? '' });
}

type Figured = { [R in Refusal]: (typeof refusalErrors)[R] extends 'figures' ? R : never }[Refusal];

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
    case 'above_position_limit':
      return new ApiError(refusal, { value: positionLimitText(known, order) });
  }
}

/** The terms of the new or existing order that a command is about. */
interface OrderTerms {
  readonly instrument: Instrument;
  readonly owner: OwnerId;
  readonly side: Side;
  /** The price at which the order is valued: its limit price or, without one, the market price. */
  readonly price: PriceTicks;
  /** Whether the amount is in the quote asset. */
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
    case 'Convert':
      return orderOfConversion({ core, instruments }, command);
    default:
      return undefined;
  }
}

/**
 * The order whose figures are shown for a conversion. It is that of the first trade; if there are two trades, the first
 * must also yield enough for the minimum of the second.
 */
function orderOfConversion(
  { core, instruments }: Pick<Known, 'core' | 'instruments'>,
  command: Convert,
): OrderTerms | undefined {
  const { owner } = command;
  const markets = instruments.spot();
  const purchase = markets.find(({ base, quote }) => base.asset === command.to && quote.asset === command.from);
  if (purchase !== undefined) {
    return { instrument: purchase, owner, side: 'buy', price: marketPrice(core, purchase), byTotal: true };
  }
  const sale = markets.find(({ base }) => base.asset === command.from);
  if (sale === undefined) return undefined;
  const second = markets.find(({ base, quote }) => base.asset === command.to && quote.asset === sale.quote.asset);
  const price = marketPrice(core, sale);
  if (second === undefined) return { instrument: sale, owner, side: 'sell', price, byTotal: false };
  const leastUnits = Math.max(sale.rules.minNotionalUnits, second.rules.minNotionalUnits);
  const rules = { ...sale.rules, minNotionalUnits: assetUnits(leastUnits) };
  return { instrument: { ...sale, rules }, owner, side: 'sell', price, byTotal: false };
}

/** The mark price of a perpetual market; otherwise the last price, or the reference price before the first trade. */
function marketPrice(core: Services['core'], instrument: Instrument): PriceTicks {
  const { lastTicks, referenceTicks } = marketView(core, instrument);
  return lastTicks === 0 || instrument.isPerpetual ? referenceTicks : lastTicks;
}

/** The market as it is now. */
const marketView = (core: Services['core'], { market, isPerpetual, rules }: Instrument): MarketView =>
  (isPerpetual ? core.perpetual(market) : core.market(market)) ?? rules;

/**
 * The minimum cost of a buy (in the quote asset), or the minimum size of a sell (in the coin), with which both the
 * market's minimum order value and its minimum size are reached.
 */
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

const positionLimitText = ({ core }: Known, { instrument }: OrderTerms): string =>
  formatSize(core.perpetual(instrument.market)?.maxPositionLots ?? (0 as SizeLots), instrument.lot);

function bandTexts({ core }: Known, instrument: Instrument): { low: string; high: string } {
  const { lowestTicks, highestTicks } = marketView(core, instrument);
  return { low: formatPrice(lowestTicks, instrument.tick), high: formatPrice(highestTicks, instrument.tick) };
}

function availableText({ core }: Known, { instrument, owner, side }: OrderTerms): string {
  const { base, quote, isPerpetual } = instrument;
  const asset = isPerpetual || side === 'buy' ? quote : base;
  const available: AssetUnits = core.balance(owner, isPerpetual ? 'future' : 'spot', asset.asset).availableUnits;
  return formatDecimal(available, asset.scale);
}
