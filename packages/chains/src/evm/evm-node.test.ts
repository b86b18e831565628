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

const transfer = { from: OWNER, to: USDT, value: 0n, data: '0xa9059cbb' } as const;

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * A node of chain 1. `respond` is called for every request except that for the chain id, and returns the response, or
 * undefined for no response.
 */
async function openNode(respond: (asked: Asked) => object | undefined, timeoutMs = 15_000): Promise<EvmNode> {
  const server: Server = createServer(async (request, response) => {
    const asked = JSON.parse(await text(request)) as Asked;
    const answer = asked.method === 'eth_chainId' ? { result: '0x1' } : respond(asked);
    if (answer !== undefined) response.end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...answer }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new EvmNode({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs }, 1);
}

/** A node of chain 1 that responds with this error to every request except that for the chain id. */
const openRefusing = (error: object): Promise<EvmNode> => openNode(() => ({ error }));

test.each([
  { code: -32000, message: 'missing trie node' },
  { code: 3, message: 'execution reverted' },
])('a node that refuses a balance query is at fault: $message', async (error) => {
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

test.each(waits)(
  'a rate limit of the node ($code, $message) does not count as a refusal of the payment',
  async (error) => {
    const node = await openRefusing(error);
    const asked = [
      node.gasOf(transfer, 400_000n),
      node.send('0x02'),
      node.balance(OWNER),
      node.nonces(OWNER),
      node.receipt(TXID),
    ];
    for (const answer of asked) await expect(answer).rejects.toThrow(NodeUnreachable);
  },
);

test.each(waits)(
  'a rate limit of the node ($code, $message) does not mean that a block is too large to trace',
  async (error) => {
    const node = await openRefusing(error);
    for (const kind of ['debug', 'parity'] as const)
      await expect(node.traces(BLOCK, kind)).rejects.toThrow(NodeUnreachable);
  },
);

test.each([
  { code: -32000, message: 'execution aborted (timeout = 5s)' },
  { code: -32002, message: 'request timed out' },
])('a dry run that times out at the node ($message) does not make the payment fail', async (error) => {
  const refused = await gas(error);
  expect(refused).toBeInstanceOf(ChainError);
  expect(refused).not.toBeInstanceOf(Rejected);
});

test.each([
  { code: 3, message: 'execution reverted: too many requests' },
  { code: 3, message: 'execution reverted: insufficient funds' },
  { code: -32000, message: 'execution reverted: request timed out' },
  { code: -32000, message: 'execution reverted' },
  { code: -32000, message: 'gas required exceeds allowance (400000)' },
])('an error of the contract itself ($message) counts as a refusal of the payment', async (error) => {
  expect(await gas(error)).toBeInstanceOf(Rejected);
});

test('the reason that a contract gives is passed on as one bounded line without control characters', async () => {
  const reason = `a\n\u0000b\u202e\ud800${'x'.repeat(100_000)}`;
  const { message } = (await gas({ code: 3, message: `execution reverted: ${reason}` })) as Error;
  expect(message).toMatch(/^the payment would fail: execution reverted: a b x+$/);
  expect(message.length).toBeLessThan(400);
});

test('a dry run of a call uses no more gas than a payment may take', async () => {
  const calls: unknown[] = [];
  const node = await openNode(({ method, params: [call] }) => {
    calls.push({ method, call });
    return { result: method === 'eth_call' ? '0x' : '0x5208' };
  });
  expect(await node.gasOf(transfer, 400_000n)).toBe(21_000n);
  expect(calls).toEqual(
    expect.arrayContaining([
      { method: 'eth_call', call: expect.objectContaining({ gas: '0x61a80' }) },
      { method: 'eth_estimateGas', call: expect.objectContaining({ gas: '0x61a80' }) },
    ]),
  );
});

test('a call whose dry run takes the node too long fails only that payment', async () => {
  const node = await openNode(({ method }) => (method === 'eth_estimateGas' ? undefined : { result: '0x' }), 200);
  const refused = await node.gasOf(transfer, 400_000n).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(NodeFault);
  expect(refused).not.toBeInstanceOf(NodeUnreachable);
});

async function gas(error: object): Promise<unknown> {
  const node = await openRefusing(error);
  return node.gasOf(transfer, 400_000n).catch((refused: unknown) => refused);
}
