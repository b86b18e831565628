import type { CommandFields } from '../codec/generated-commands.ts';
import { MAX_OWNER } from '../ledger/ledger.ts';
import type { State } from '../state.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { FIRST_CLIENT_OWNER } from '../vocabulary/terms.ts';

/** Only clients can be frozen or restricted; the exchange's own accounts cannot. */
export const refuseUnlessClient = (_state: State, c: CommandFields): number =>
  c.owner < FIRST_CLIENT_OWNER || c.owner > MAX_OWNER ? refusalCode.malformed : refusalCode.none;
