export { type Acceptance, CLIENT_REFERENCES, REFERENCE_LIFE_MS, UnknownRules } from './apply.ts';
export { UnencodableValue } from './codec/byte-writer.ts';
export { CommandBatch } from './codec/command-batch.ts';
export { EventBuffer } from './codec/event-buffer.ts';
export type { HashKey } from './columns/hash-key.ts';
export type { ConvertQuote } from './commands/convert.ts';
export { Core, type CoreSettings } from './core.ts';
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
export * from './vocabulary/commands.ts';
export * from './vocabulary/events.ts';
export { type Refusal, refusals } from './vocabulary/refusals.ts';
export { RULES_VERSION } from './vocabulary/rules.ts';
