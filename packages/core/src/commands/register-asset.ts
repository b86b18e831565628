import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { MAX_ASSETS } from '../ledger/ledger.ts';
import type { State } from '../state.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import type { AssetId } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

export interface RegisterAsset {
  readonly kind: 'RegisterAsset';
  readonly asset: AssetId;
  /** Up to eight upper-case letters and digits. */
  readonly code: string;
  readonly scale: number;
}

const MAX_SCALE = 18;

const refuse = (state: State, c: CommandFields): number => {
  if (c.asset < 1 || c.asset >= MAX_ASSETS || c.code === 0 || c.scale > MAX_SCALE) return refusalCode.malformed;
  if (state.hasAsset(c.asset) || state.assetCodes.includes(c.code)) return refusalCode.already_exists;
  return refusalCode.none;
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.assetCodes[c.asset] = c.code;
  state.assetScales[c.asset] = c.scale;
  events.assetRegistered(c);
  return c.asset;
};

export const registerAsset: CommandKind<RegisterAsset> = {
  code: 1,
  fields: { asset: 'number', code: 'assetCode', scale: 'number' },
  owners: () => [],
  refuse,
  execute,
};
