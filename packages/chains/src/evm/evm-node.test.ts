import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { NodeFault } from '../chain-errors.ts';
import { EvmNode } from './evm-node.ts';

const OWNER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

/** Is of chain 1, and has this error for everything else. */
async function openRefusing(error: object): Promise<EvmNode> {
  const server: Server = createServer(async (request, response) => {
    const { id, method } = JSON.parse(await text(request)) as { id: number; method: string };
    const answer = method === 'eth_chainId' ? { result: '0x1' } : { error };
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return new EvmNode({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, 1);
}

test.each([
  { code: -32000, message: 'missing trie node' },
  { code: -32005, message: 'limit exceeded' },
  { code: 3, message: 'execution reverted' },
])('a node that refuses to say what somebody has is at fault: $message', async (error) => {
  const node = await openRefusing(error);
  await expect(node.balance(OWNER)).rejects.toThrow(NodeFault);
  await expect(node.tokenBalance(USDT, OWNER)).rejects.toThrow(NodeFault);
  await expect(node.spendable(USDT, OWNER)).rejects.toThrow(NodeFault);
  await expect(node.nonces(OWNER)).rejects.toThrow(NodeFault);
});
