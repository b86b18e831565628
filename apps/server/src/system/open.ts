import type { Ground } from '../kit/ground.ts';
import { ClientCount } from './client-count.ts';
import { Nodes } from './nodes.ts';

/** `position` is this node's log position. */
export async function openSystem({ pool, connect, onClose }: Ground, position: () => number) {
  const nodes = new Nodes({ pool, connect, position });
  await nodes.open();
  onClose(() => nodes.close());
  return { nodes, clientCount: new ClientCount(pool) };
}
