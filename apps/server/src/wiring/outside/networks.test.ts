import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SeedKeys } from '@vitrine/chains';
import { fastify } from 'fastify';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { readSettings } from '../settings/settings.ts';
import { openNetworks } from './networks.ts';

/** An Ethereum node that has this many empty blocks and requires this authorization. */
async function openNode(head: number, authorization: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse(await text(request)) as { id: number; method: string; params: string[] };
    const height = params[0] === 'latest' ? head : Number(params[0]);
    const isThere = height <= head && request.headers.authorization === authorization;
    const result = method === 'eth_chainId' ? '0x1' : isThere ? blockAt(height) : null;
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const hashOf = (height: number) => `0x${height.toString(16).padStart(64, '0')}`;

const blockAt = (height: number) => ({
  number: `0x${height.toString(16)}`,
  hash: hashOf(height),
  parentHash: hashOf(height - 1),
  timestamp: '0x1',
});

test('a network with a witness node is read up to the newest block that both nodes have', async () => {
  const settings = readSettings({
    NETWORKS: 'ERC20',
    ERC20_NODE_URL: await openNode(9, 'Bearer node'),
    ERC20_NODE_AUTHORIZATION: 'Bearer node',
    ERC20_WITNESS_URL: await openNode(7, 'Bearer witness'),
    ERC20_WITNESS_AUTHORIZATION: 'Bearer witness',
    ERC20_XPUB: await new SeedKeys(new Uint8Array(32).fill(1)).accountXpub("m/44'/60'/0'"),
    ERC20_HOT_ADDRESS: '0x5EB5e16537b46Ed0b448a30483807bDE49D1246e',
    SIGNER_URL: 'http://127.0.0.1:1',
    SIGNER_SECRET: '6f1d0c7b92e84a3558a1b3c4d9e7f0626f1d0c7b92e84a3558a1b3c4d9e7f062',
  });
  const { setUps } = await openNetworks({ ...settings, signer: undefined }, new pg.Pool(), fastify().log);
  expect(await setUps[0]?.chain.head()).toEqual({ height: 7, hash: hashOf(7) });
});
