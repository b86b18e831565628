import type { HandlersOf } from '../http/handler.ts';
import { consoleHealth } from './console/get-health.ts';
import { healthz } from './http/healthz.ts';
import { ledgerSums } from './http/ledger-sums.ts';
import { nodes } from './http/nodes.ts';
import { readyz } from './http/readyz.ts';
import { system } from './http/system.ts';
import type { Services } from './services.ts';

/** Who answers this room’s endpoints. */
export const handlers = {
  system,
  ledgerSums,
  healthz,
  readyz,
  nodes,
  consoleHealth,
} satisfies HandlersOf<Services>;
