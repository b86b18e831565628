import type { Duty } from '../kit/loop.ts';
import type { ChannelConnection } from '../kit/postgres/shared-connection.ts';
import type { Services } from './services.ts';
import { WithdrawalLoop } from './withdrawals/withdrawal-loop.ts';

/**
 * Runs deposits, withdrawals and payments. `connect` opens the connection on which changes to withdrawals are received.
 */
export const duties = (
  { custody, withdrawals: { progress }, log }: Services,
  connect: () => Promise<ChannelConnection>,
): readonly Duty[] => [new WithdrawalLoop({ progress, connect, log }), custody];
