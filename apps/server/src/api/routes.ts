import type { HandlersOf } from '../http/handler.ts';
import type { Services } from './services.ts';
import { udfConfig } from './udf/udf-config.ts';
import { udfHistory } from './udf/udf-history.ts';
import { udfSearch } from './udf/udf-search.ts';
import { udfSymbols } from './udf/udf-symbols.ts';
import { udfTime } from './udf/udf-time.ts';

/** Who answers this room’s endpoints. */
export const handlers = {
  udfConfig,
  udfTime,
  udfSymbols,
  udfSearch,
  udfHistory,
} satisfies HandlersOf<Services>;
