import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The exchange's own nodes that are up. */
export const useNodes = () =>
  useQuery({
    queryKey: ['nodes'],
    queryFn: async ({ signal }) => (await call('GET /api/v3/nodes', { signal })).nodes,
    staleTime: 30_000,
  });

const PATIENCE_MS = 3_000;
const ASK_EVERY_MS = 250;

export type Confirmations = { readonly nodes: number; readonly confirmed: number };

/**
 * How many of the exchange's nodes have applied a log position. Polls until all have, for about three seconds at most;
 * undefined if no response arrived.
 */
export async function confirmationsOf(position: number): Promise<Confirmations | undefined> {
  const deadline = Date.now() + PATIENCE_MS;
  let last: Confirmations | undefined;
  for (;;) {
    last = await call('GET /api/v3/nodes', { query: { at: position } }).catch(() => last);
    if (Date.now() > deadline || (last !== undefined && last.confirmed >= last.nodes)) return last;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}
