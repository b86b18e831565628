/** The handler of each of this module’s endpoints. */
export { consoleHealth } from './console/get-health.ts';
export { ledgerSums } from './http/ledger-sums.ts';
export { healthz, nodes, readyz, system } from './http/system.ts';
