import type { HandlersOf } from '../http/handler.ts';
import { consoleHealth } from './console/get-health.ts';
import { ledgerSums } from './http/ledger-sums.ts';
import { healthz, nodes, readyz, system } from './http/system.ts';
import type { Services } from './services.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  system,
  ledgerSums,
  healthz,
  readyz,
  nodes,
  consoleHealth,
} satisfies HandlersOf<Services>;
