import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Asked, EthereumScene, type Sender, UNLOCK } from './testing/ethereum-scene.ts';

let scene: EthereumScene;
/** One client for each coin, because emailed codes are rate-limited per client. */
let clients: Readonly<Record<'ETH' | 'USDT', Sender>>;
beforeAll(async () => {
  scene = await EthereumScene.open();
  await scene.fillHotWallet();
  clients = {
    ETH: await scene.clientWith({ ETH: 10n ** 18n }),
    USDT: await scene.clientWith({ USDT: 1_000_000_000n }),
  };
});
afterAll(async () => {
  await scene?.close();
});

const WITHDRAWN = { ETH: '0.02', USDT: '50' } as const;
const RECEIVED = { ETH: 17_500_000_000_000_000n, USDT: 30_000_000n } as const;
const SIGNING = '"withdrawal:';
const SENDING = 'eth_sendRawTransaction';

interface Strike {
  readonly when: string;
  readonly coin: 'ETH' | 'USDT';
  /**
   * Called before the withdrawal is requested. The function that it returns is called after the request, and either
   * kills the process or waits until it has been killed.
   */
  readonly arm: () => (asked: Asked) => Promise<void>;
}

/**
 * Runs `kill` when the next call that signs (at `signerGate`) or broadcasts (at `nodeGate`), or the response to it,
 * arrives.
 */
const at =
  (gate: 'signerGate' | 'nodeGate', moment: 'asked' | 'answered', kill: () => Promise<void>) =>
  (): (() => Promise<void>) => {
    const struck = scene[gate].next(moment, gate === 'signerGate' ? SIGNING : SENDING, kill);
    return () => struck;
  };

const server = () => scene.killServer();
const signer = () => scene.signer.kill();
const both = async () => {
  await Promise.all([server(), signer()]);
};
const node = () => scene.network.restartNode();

const strikes: readonly Strike[] = [
  { when: 'the server, before the signer is asked', coin: 'USDT', arm: at('signerGate', 'asked', server) },
  { when: 'the signer, before it is asked', coin: 'ETH', arm: at('signerGate', 'asked', signer) },
  { when: 'the signer, before its response arrives', coin: 'USDT', arm: at('signerGate', 'answered', signer) },
  { when: 'both, before the signer’s response arrives', coin: 'ETH', arm: at('signerGate', 'answered', both) },
  { when: 'the server, before it broadcasts the signed bytes', coin: 'USDT', arm: at('nodeGate', 'asked', server) },
  {
    when: 'the server, before it learns that the node accepted the transaction',
    coin: 'ETH',
    arm: at('nodeGate', 'answered', server),
  },
  {
    when: 'the node, after accepting the transaction, which it then forgets',
    coin: 'USDT',
    arm: at('nodeGate', 'answered', node),
  },
  {
    when: 'all three, with the transaction in a block',
    coin: 'ETH',
    arm: () => async (asked) => {
      await scene.paymentIs(asked, 'broadcast');
      await scene.network.mine(1);
      await scene.paymentIs(asked, 'included');
      await both();
      await node();
    },
  },
  {
    when: 'the server, with the payment confirmed and nothing booked',
    coin: 'USDT',
    arm: () => async (asked) => {
      await scene.paymentIs(asked, 'broadcast');
      await scene.network.mine(UNLOCK - 1);
      await scene.until('select from withdrawals where id = $1 and confirmations = $2', [asked.id, UNLOCK - 1]);
      const unlock = await scene.lock(asked);
      await scene.network.mine(1);
      await scene.paymentIs(asked, 'confirmed');
      await server();
      await unlock();
    },
  },
  {
    when: 'the server, with the money booked and the withdrawal not yet completed',
    coin: 'ETH',
    arm: () => async (asked) => {
      const goOn = await scene.holdUpSettling();
      await scene.paymentIs(asked, 'broadcast');
      await scene.network.mine(UNLOCK);
      await scene.isHeldUp();
      await server();
      await goOn();
    },
  },
];

/** Restarts the processes that were killed; the others keep running. */
async function startAgain(): Promise<void> {
  if (!scene.signer.isRunning) await scene.signer.start();
  if (!scene.server.isRunning) await scene.start();
}

const named = strikes.map((strike) => [strike.when, strike] as const);

test.each(named)('kill -9 of %s: the receiver is paid once, by one transaction', async (_, { coin, arm }) => {
  const client = clients[coin];
  const sentBefore = await scene.hotTransactions();
  const before = await scene.balance(client, coin);
  const strike = arm();
  const asked = await scene.withdraw(client, coin, WITHDRAWN[coin]);
  await strike(asked);
  await startAgain();
  await scene.complete(asked);
  expect(await scene.received(asked)).toBe(RECEIVED[coin]);
  expect(await scene.hotTransactions()).toBe(sentBefore + 1);
  expect(scene.signer.signedFor(`withdrawal:${asked.id}`)).toBe(1);
  const after = await scene.balance(client, coin);
  expect(Number(before.available) - Number(after.available)).toBeCloseTo(Number(WITHDRAWN[coin]), 8);
  expect(Number(after.frozen)).toBe(0);
});

test('after all of these kills, on-chain holdings match the amounts owed according to the ledger', async () => {
  expect(await scene.differences()).toEqual({ ETH: 0n, USDT: 0n, USDC: 0n });
});
