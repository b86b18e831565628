import { useMemo } from 'react';
import { LimitOptions } from '../shared/limit-options.tsx';
import type { TimeInForce } from './types.ts';
import type { TicketModel } from './use-ticket.ts';

const TIMES = ['GTC', 'IOC', 'FOK'] as const satisfies readonly TimeInForce[];

/** Post-only and time in force of a limit or scaled order; other kinds of orders have no options. */
export function TicketOptions({ ticket }: { readonly ticket: TicketModel }) {
  const { form, dispatch } = ticket;
  const { kind, postOnly, timeInForce } = form;
  return useMemo(
    () =>
      kind === 'limit' || kind === 'scaled' ? (
        <LimitOptions
          postOnly={postOnly}
          onPostOnly={(on) => dispatch({ type: 'post_only', on })}
          times={kind === 'limit' ? TIMES : []}
          time={timeInForce}
          onTime={(next) => dispatch({ type: 'time_in_force', timeInForce: next })}
        />
      ) : null,
    [kind, postOnly, timeInForce, dispatch],
  );
}
