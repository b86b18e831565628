import type { Client } from 'pg';
import type { Duty } from '../kit/loop.ts';
import type { Services } from './services.ts';
import { WithdrawalLoop } from './withdrawals/withdrawal-loop.ts';

/** What goes in and out by networks. `connect` opens a connection of its own. */
export const duties = (
  { custody, withdrawals: { progress }, log }: Services,
  connect: () => Promise<Client>,
): readonly Duty[] => [new WithdrawalLoop({ progress, connect, log }), custody];
