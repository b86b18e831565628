import type { LimitConverts } from './limit-converts.ts';
import type { LimitExecutor } from './limit-executor.ts';
import type { ConvertQuotes } from './quotes.ts';
import type { WaitingConverts } from './waiting-converts.ts';

/** What conversions need besides the core. */
export interface Converts {
  readonly quotes: ConvertQuotes;
  readonly limits: LimitConverts;
  readonly waiting: WaitingConverts;
  readonly executor: LimitExecutor;
}
