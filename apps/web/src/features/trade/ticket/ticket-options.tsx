import { LimitOptions } from '../shared/limit-options.tsx';
import type { TimeInForce } from './types.ts';
import type { TicketModel } from './use-ticket.ts';

const TIMES = ['GTC', 'IOC', 'FOK'] as const satisfies readonly TimeInForce[];

/** Post-only and time in force of a limit or scaled order; other kinds of orders have no options. */
export function TicketOptions({ ticket }: { readonly ticket: TicketModel }) {
  const { form, dispatch } = ticket;
  if (form.kind !== 'limit' && form.kind !== 'scaled') return null;
  return (
    <LimitOptions
      postOnly={form.postOnly}
      onPostOnly={(on) => dispatch({ type: 'post_only', on })}
      times={form.kind === 'limit' ? TIMES : []}
      time={form.timeInForce}
      onTime={(timeInForce) => dispatch({ type: 'time_in_force', timeInForce })}
    />
  );
}
