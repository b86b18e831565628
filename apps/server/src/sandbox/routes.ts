import type { HandlersOf } from '../http/handler.ts';
import {
  sandboxAuthenticator,
  sandboxBlocks,
  sandboxClock,
  sandboxMessages,
  sandboxPrices,
  sandboxStaff,
} from './http/sandbox.ts';
import { sandboxDeposits } from './http/sandbox-deposits.ts';
import { sandboxRefunds } from './http/sandbox-refunds.ts';
import type { Services } from './services.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  sandboxMessages,
  sandboxBlocks,
  sandboxDeposits,
  sandboxRefunds,
  sandboxClock,
  sandboxPrices,
  sandboxStaff,
  sandboxAuthenticator,
} satisfies HandlersOf<Services>;
