export { type Acceptance, CLIENT_REFERENCES, REFERENCE_LIFE_MS, UnknownRules } from './apply.ts';
export { UnencodableValue } from './codec/byte-writer.ts';
export { CommandBatch } from './codec/command-batch.ts';
export { EventBuffer } from './codec/event-buffer.ts';
export type { HashKey } from './columns/hash-key.ts';
export { type Command, ownersOf } from './commands/all.ts';
export type { AmendOrder } from './commands/amend-order.ts';
export type { CancelOrder } from './commands/cancel-order.ts';
export type { ChangeMargin } from './commands/change-margin.ts';
export type { ClosePosition } from './commands/close-position.ts';
export type { Convert, ConvertQuote } from './commands/convert.ts';
export type { HoldUnits } from './commands/hold-units.ts';
export type { ListMarket } from './commands/list-market.ts';
export type { ListPerpetual } from './commands/list-perpetual.ts';
export type { PlaceOco } from './commands/place-oco.ts';
export type { PlaceOrder } from './commands/place-order.ts';
export type { PostHold } from './commands/post-hold.ts';
export type { RegisterAsset } from './commands/register-asset.ts';
export type { SetFeeSchedule } from './commands/set-fee-schedule.ts';
export type { SetLeverage } from './commands/set-leverage.ts';
export type { SetRestrictions } from './commands/set-restrictions.ts';
export type { Transfer } from './commands/transfer.ts';
export type { VoidHold } from './commands/void-hold.ts';
export { Core, type CoreSettings } from './core.ts';
export { isMarkTooHigh } from './perpetual/risk.ts';
export {
  type HeldPosition,
  isDueWith,
  type LeverageView,
  type PerpetualView,
  type PositionView,
} from './perpetual-views.ts';
export type { Snapshot } from './snapshot.ts';
export type {
  AccountView,
  AssetSum,
  AssetView,
  Balance,
  DepthLevel,
  FeeTierView,
  HoldView,
  MarketView,
  OrderView,
} from './views.ts';
export * from './vocabulary/events.ts';
export { type Refusal, refusals } from './vocabulary/refusals.ts';
export { OPENING_PAUSE_MS, RULES_VERSION } from './vocabulary/rules.ts';
export * from './vocabulary/terms.ts';
