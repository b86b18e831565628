import type { Services } from '../services.ts';
import { registerDual } from './dual.ts';
import { registerEarnFundings } from './earn-fundings.ts';
import { registerEarnMiners } from './earn-miners.ts';
import { registerEarnProducts } from './earn-products.ts';

/** Registers what happens when a second person approves a request about Earn. */
export function registerEarn(services: Services): void {
  registerDual(services);
  registerEarnProducts(services);
  registerEarnMiners(services);
  registerEarnFundings(services);
}
