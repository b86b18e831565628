/** The handler of each of this module’s endpoints. */
export { consoleHealth } from './console/get-health.ts';
export { downloadApk, downloadIos } from './http/downloads.ts';
export { front } from './http/front.ts';
export { ledgerSums } from './http/ledger-sums.ts';
export { healthz, nodes, readyz, system } from './http/system.ts';
