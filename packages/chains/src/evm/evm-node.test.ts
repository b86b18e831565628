import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { ChainError, NodeFault, NodeUnreachable, Rejected } from '../chain-errors.ts';
import { EvmNode } from './evm-node.ts';

const OWNER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const TXID = `0x${'11'.repeat(32)}` as const;
const BLOCK = {
  height: 5,
  hash: `0x${'22'.repeat(32)}`,
  parentHash: `0x${'33'.repeat(32)}`,
  timeMs: 0,
  baseFee: 1n,
  transactions: [{ txid: TXID, from: OWNER, nonce: 0, to: USDT, value: 0n, input: '0x' }],
} as const;

/** A node of chain 1 that responds to every other request with this error. */
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
  { code: 3, message: 'execution reverted' },
])('a node that refuses to say what somebody has is at fault: $message', async (error) => {
  const node = await openRefusing(error);
  await expect(node.balance(OWNER)).rejects.toThrow(NodeFault);
  await expect(node.tokenBalance(USDT, OWNER)).rejects.toThrow(NodeFault);
  await expect(node.spendable(USDT, OWNER)).rejects.toThrow(NodeFault);
  await expect(node.nonces(OWNER)).rejects.toThrow(NodeFault);
});

/** Rate-limit responses of well-known gateways. */
const waits = [
  { code: -32005, message: 'limit exceeded' },
  { code: -32005, message: 'daily request count exceeded, request rate limited' },
  { code: 429, message: 'Your app has exceeded its compute units per second capacity.' },
  { code: -32007, message: '15/second request limit reached - reduce calls per second' },
  { code: -32016, message: 'over rate limit' },
  { code: -32000, message: 'Too many requests, please try again in 1s' },
];

test.each(waits)('a rate limit ($code, $message) is not a refusal of a payment', async (error) => {
  const node = await openRefusing(error);
  const call = { from: OWNER, to: USDT, value: 0n, data: '0xa9059cbb' } as const;
  const asked = [node.gasOf(call), node.send('0x02'), node.balance(OWNER), node.nonces(OWNER), node.receipt(TXID)];
  for (const answer of asked) await expect(answer).rejects.toThrow(NodeUnreachable);
});

test.each(waits)('a rate limit ($code, $message) does not mean that a block is too large to trace', async (error) => {
  const node = await openRefusing(error);
  for (const kind of ['debug', 'parity'] as const)
    await expect(node.traces(BLOCK, kind)).rejects.toThrow(NodeUnreachable);
});

test.each([
  { code: -32000, message: 'execution aborted (timeout = 5s)' },
  { code: -32002, message: 'request timed out' },
])('a node that has no time to try a payment out ($message) refuses none', async (error) => {
  const refused = await gas(error);
  expect(refused).toBeInstanceOf(ChainError);
  expect(refused).not.toBeInstanceOf(Rejected);
});

test.each([
  { code: 3, message: 'execution reverted: too many requests' },
  { code: -32000, message: 'execution reverted' },
])('what the contract itself says ($message) is its refusal', async (error) => {
  expect(await gas(error)).toBeInstanceOf(Rejected);
});

async function gas(error: object): Promise<unknown> {
  const node = await openRefusing(error);
  return node.gasOf({ from: OWNER, to: USDT, value: 0n, data: '0xa9059cbb' }).catch((refused: unknown) => refused);
}
