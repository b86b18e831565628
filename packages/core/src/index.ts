export { type Acceptance, CLIENT_REFERENCES, REFERENCE_LIFE_MS, UnknownRules } from './apply.ts';
export { UnencodableValue } from './codec/byte-writer.ts';
export { CommandBatch } from './codec/command-batch.ts';
export { EventBuffer } from './codec/event-buffer.ts';
export type { ConvertQuote } from './commands/convert.ts';
export * from './commands.ts';
export { Core, type CoreSettings } from './core.ts';
export * from './events.ts';
export type { HashKey } from './hash-key.ts';
export { type Refusal, refusals } from './refusals.ts';
export type { Snapshot } from './snapshot.ts';
export { RULES_VERSION } from './state.ts';
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
