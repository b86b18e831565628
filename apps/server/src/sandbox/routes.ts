/** The handler of each of this module’s endpoints. */
export {
  sandboxAuthenticator,
  sandboxBlocks,
  sandboxClock,
  sandboxMessages,
  sandboxPrices,
  sandboxStaff,
} from './http/sandbox.ts';
export { sandboxDeposits } from './http/sandbox-deposits.ts';
export { sandboxFunding } from './http/sandbox-funding.ts';
export { sandboxRefunds } from './http/sandbox-refunds.ts';
