import { hexToBytes } from '@noble/hashes/utils.js';
import { numberToHex } from 'viem/utils';
import { evmAddresses } from '../src/evm/evm-addresses.ts';
import { accountPath } from '../src/key-paths.ts';
import { SeedKeys } from '../src/seed-keys.ts';
import { SimulatedChain } from '../src/simulated/simulated-chain.ts';
import { SimulatedSigner, simulatedContract } from '../src/simulated/simulated-transaction.ts';
import type { TestNetwork, TestPayment } from './test-network.ts';

/** The sandbox's simulated Ethereum, which is its own node. */
export async function openSimulatedNetwork(): Promise<TestNetwork> {
  const keys = new SeedKeys(hexToBytes('09'.repeat(32)));
  const xpub = await keys.accountXpub(accountPath('evm', 'deposit'));
  let nowMs = 1_700_000_000_000;
  const chain = new SimulatedChain({
    network: 'ERC20',
    coins: [
      { coin: 'ETH', decimals: 18 },
      { coin: 'USDT', decimals: 6, contract: simulatedContract('USDT') },
    ],
    addresses: evmAddresses,
    xpub,
    hotAddress: evmAddresses.derive(await keys.accountXpub(accountPath('evm', 'hot')), 0),
    premine: {},
    nowMs: () => {
      nowMs += 1_000;
      return nowMs;
    },
  });
  const outsider = (number: number) =>
    evmAddresses.parse(numberToHex(0xa11ce000n + BigInt(number), { size: 20 })) ?? '';
  const sent = new Map<string, readonly TestPayment[]>();
  const send = async (payments: readonly TestPayment[], succeeded = true, txid?: string): Promise<string> => {
    const outputs = payments.map(({ coin, to, amount }) => ({ coin, to, amount: String(amount) }));
    const given = txid === undefined ? {} : { txid };
    const id = chain.pay(outputs, { succeeded, from: outsider(1_000), ...given });
    sent.set(id, payments);
    return id;
  };
  const mine = async (count: number): Promise<void> => {
    for (let block = 0; block < count; block++) chain.mine();
  };
  return {
    chain,
    signer: new SimulatedSigner('ERC20', evmAddresses, 'ETH'),
    keys,
    xpub,
    maxFee: 1_000_000n,
    freshChain: () => chain,
    outsider,
    pay: (payment) => send([payment]),
    payBatch: (payments) => send(payments),
    payUnlisted: (to, amount) => send([{ to, coin: 'FAKE', amount }]),
    payFailing: (payment) => send([payment], false),
    payZero: (to, coin) => send([{ to, coin, amount: 0n }]),
    raiseFees: async () => {
      chain.fee *= 2n;
    },
    mine,
    forkBack: async (depth) => {
      chain.forkBack(depth, () => false);
      await mine(depth + 1);
    },
    resend: async (txid) => void (await send(sent.get(txid) ?? [], true, txid)),
    rewind: async (depth) => chain.forkBack(depth, () => false),
    close: async () => {},
  };
}
