import type { HandlersOf } from '../http/handler.ts';
import type { Services } from './services.ts';
import { udfConfig, udfHistory, udfSearch, udfSymbols, udfTime } from './udf/endpoints.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  udfConfig,
  udfTime,
  udfSymbols,
  udfSearch,
  udfHistory,
} satisfies HandlersOf<Services>;
