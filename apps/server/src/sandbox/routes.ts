import type { HandlersOf } from '../http/handler.ts';
import { sandboxAuthenticator } from './http/sandbox-authenticator.ts';
import { sandboxBlocks } from './http/sandbox-blocks.ts';
import { sandboxClock } from './http/sandbox-clock.ts';
import { sandboxDeposits } from './http/sandbox-deposits.ts';
import { sandboxMessages } from './http/sandbox-messages.ts';
import { sandboxRefunds } from './http/sandbox-refunds.ts';
import { sandboxStaff } from './http/sandbox-staff.ts';
import type { Services } from './services.ts';

/** Who answers this room’s endpoints. */
export const handlers = {
  sandboxMessages,
  sandboxBlocks,
  sandboxDeposits,
  sandboxRefunds,
  sandboxClock,
  sandboxStaff,
  sandboxAuthenticator,
} satisfies HandlersOf<Services>;
