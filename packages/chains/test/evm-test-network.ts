import { hexToBytes } from '@noble/hashes/utils.js';
import { encodeDeployData, encodeFunctionData, type Hex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { getAddress, keccak256, numberToHex } from 'viem/utils';
import type { EvmSettings } from '../src/index.ts';
import { accountPath, type ChainCoin, EvmChain, EvmSigner, evmAddresses, SeedKeys } from '../src/index.ts';
import { type Anvil, richKeys, startAnvil } from './anvil.ts';
import { contract } from './contracts.ts';
import { type Lie, openNodeProxy } from './node-proxy.ts';
import type { TestNetwork, TestPayment } from './test-network.ts';

/** Additional methods for tests of EVM networks. */
export interface EvmTestNetwork extends TestNetwork {
  readonly anvil: Anvil;
  readonly settings: EvmSettings;
  readonly node: NonNullable<TestNetwork['node']>;
  /** Deployed contracts, by name. */
  readonly contracts: Readonly<Record<string, Hex>>;
  /** An outsider calls a function of a contract. Returns the txid. */
  call(name: string, functionName: string, parameters: readonly unknown[], options?: CallOptions): Promise<Hex>;
  /** Kills the node and restarts it with its blocks; pending transactions are forgotten. */
  restartNode(): Promise<void>;
  /** Another chain object on the same node, with different settings. */
  chainWith(settings: Partial<EvmSettings>): EvmChain;
}

interface CallOptions {
  readonly value?: bigint;
  readonly gas?: bigint;
  /** The outsider's number: 0 has all tokens, 1 has none. */
  readonly outsider?: 0 | 1;
  /** The tip for the block's producer: the higher it is, the earlier the transaction is in the block. */
  readonly tip?: bigint;
}

const CHAIN_ID = 31337;
const tokens = ['SilentToken', 'PlainToken', 'FeeToken', 'FalseToken', 'OddToken', 'FakeLogs'];
const names = [...tokens, 'Forwarder', 'BatchSender', 'Greedy'];

/**
 * @param changes the settings that differ from the default ones
 * @param listed the names of additional contracts, which are listed as coins under these names
 */
export async function openEvmNetwork(
  changes: Partial<EvmSettings> = {},
  listed: readonly string[] = [],
): Promise<EvmTestNetwork> {
  const start = () => startAnvil(['--chain-id', String(CHAIN_ID)]);
  let running = await start();
  const anvil: Anvil = {
    url: running.url,
    rpc: (method, parameters) => running.rpc(method, parameters),
    kill: () => running.kill(),
  };
  const proxy = await openNodeProxy(anvil.url);
  const outsiders = new Outsiders(anvil);
  const contracts = await outsiders.deployAll();
  const keys = new SeedKeys(hexToBytes('07'.repeat(32)));
  const xpub = await keys.accountXpub(accountPath('evm', 'deposit'));
  const hotAddress = evmAddresses.derive(await keys.accountXpub(accountPath('evm', 'hot')), 0);
  const token = (coin: string, name: string, decimals: number): ChainCoin => ({
    coin,
    decimals,
    contract: contracts[name] ?? '',
  });
  const settings: EvmSettings = {
    network: 'ERC20',
    node: { url: proxy.url, timeoutMs: 3_000, maxResponseBytes: 8 * 1024 * 1024 },
    chainId: CHAIN_ID,
    coins: [
      { coin: 'ETH', decimals: 18 },
      token('USDT', 'SilentToken', 6),
      token('USDC', 'PlainToken', 6),
      ...listed.map((name) => token(name, name, 6)),
    ],
    hotAddress,
    xpub,
    feeStyle: 'eip1559',
    traces: 'none',
    ...changes,
  };
  const coinContract = (coin: string) => settings.coins.find((each) => each.coin === coin)?.contract as Hex | undefined;
  const mine = async (count: number): Promise<void> => {
    for (let block = 0; block < count; block++) await anvil.rpc('evm_mine');
  };
  const pay = ({ to, coin, amount }: TestPayment, gas?: bigint, outsider: 0 | 1 = 0) => {
    const token = coinContract(coin);
    return token === undefined
      ? outsiders.send({ to: to as Hex, value: amount }, { outsider })
      : outsiders.send(
          { to: token, data: transferData(to, amount) },
          { outsider, ...(gas === undefined ? {} : { gas }) },
        );
  };
  return {
    anvil,
    settings,
    contracts,
    chain: new EvmChain(settings),
    signer: new EvmSigner(settings.network, CHAIN_ID),
    keys,
    xpub,
    maxFee: 10n ** 16n,
    node: proxy,
    freshChain: () => new EvmChain(settings),
    restartNode: async () => {
      const blocks = await anvil.rpc('anvil_dumpState', [true]);
      await anvil.kill();
      running = await start();
      await anvil.rpc('anvil_loadState', [blocks]);
      proxy.target = running.url;
    },
    chainWith: (others) => new EvmChain({ ...settings, ...others }),
    outsider: (number) => getAddress(numberToHex(0xa11ce000n + BigInt(number), { size: 20 })),
    call: (name, functionName, parameters, options = {}) => {
      const { abi } = contract(name);
      const data = encodeFunctionData({ abi, functionName, args: [...parameters] });
      return outsiders.send({ to: contracts[name] ?? '0x', data, value: options.value ?? 0n }, options);
    },
    pay: (payment) => pay(payment),
    async payBatch(payments) {
      const { coin } = payments[0] ?? { coin: '' };
      const total = payments.reduce((sum, { amount }) => sum + amount, 0n);
      await pay({ to: contracts.BatchSender ?? '', coin, amount: total });
      await mine(1);
      const [to, values] = [payments.map((each) => each.to), payments.map((each) => each.amount)];
      const { abi } = contract('BatchSender');
      const data = encodeFunctionData({ abi, functionName: 'payTokens', args: [coinContract(coin), to, values] });
      return await outsiders.send({ to: contracts.BatchSender ?? '0x', data });
    },
    payUnlisted: (to, amount) => outsiders.send({ to: contracts.FakeLogs ?? '0x', data: transferData(to, amount) }),
    payFailing: async ({ to, coin, amount }) => {
      if (coinContract(coin) !== undefined) return await pay({ to, coin, amount }, 200_000n, 1);
      const { abi } = contract('Forwarder');
      const data = encodeFunctionData({ abi, functionName: 'forwardAndFail', args: [to] });
      return await outsiders.send({ to: contracts.Forwarder ?? '0x', data, value: amount }, { gas: 200_000n });
    },
    payZero: (to, coin) => pay({ to, coin, amount: 0n }),
    mine,
    forkBack: async (depth) => {
      await anvil.rpc('anvil_rollback', [depth]);
      await anvil.rpc('anvil_dropAllTransactions');
      await mine(depth + 1);
    },
    resend: async (txid) => void (await anvil.rpc('eth_sendRawTransaction', [outsiders.bytesOf(txid)])),
    rewind: async (depth) => void (await anvil.rpc('anvil_rollback', [depth])),
    lies,
    close: async () => {
      await proxy.close();
      await anvil.kill();
    },
  };
}

/** Outsiders' accounts, which sign their transactions themselves: the node only receives the bytes. */
class Outsiders {
  readonly #anvil: Anvil;
  readonly #accounts: readonly PrivateKeyAccount[];
  readonly #sent = new Map<string, Hex>();

  constructor(anvil: Anvil) {
    this.#anvil = anvil;
    this.#accounts = richKeys.map((key) => privateKeyToAccount(key));
  }

  async deployAll(): Promise<Record<string, Hex>> {
    const sender = this.#account(0).address;
    const contracts: Record<string, Hex> = {};
    for (const name of names) {
      const { abi, bytecode } = contract(name);
      const txid = await this.send({ data: encodeDeployData({ abi, bytecode, args: [] }) }, { gas: 2_000_000n });
      contracts[name] = txid;
    }
    await this.#anvil.rpc('evm_mine');
    for (const [name, txid] of Object.entries(contracts)) {
      const receipt = await this.#anvil.rpc<{ contractAddress: Hex; from: string }>('eth_getTransactionReceipt', [
        txid,
      ]);
      if (receipt.from.toLowerCase() !== sender.toLowerCase())
        throw new Error(`contract ${name} was deployed by another account`);
      contracts[name] = getAddress(receipt.contractAddress);
    }
    return contracts;
  }

  async send(
    call: { readonly to?: Hex; readonly data?: Hex; readonly value?: bigint },
    { outsider = 0, gas = 500_000n, tip = 1_000_000_000n }: CallOptions = {},
  ): Promise<Hex> {
    const account = this.#account(outsider);
    const waiting = await this.#anvil.rpc<Hex>('eth_getTransactionCount', [account.address, 'pending']);
    const bytes = await account.signTransaction({
      ...call,
      type: 'eip1559',
      chainId: CHAIN_ID,
      nonce: Number(waiting),
      gas,
      maxFeePerGas: 100_000_000_000n,
      maxPriorityFeePerGas: tip,
    });
    await this.#anvil.rpc('eth_sendRawTransaction', [bytes]);
    const txid = keccak256(bytes);
    this.#sent.set(txid, bytes);
    return txid;
  }

  bytesOf(txid: string): Hex {
    const bytes = this.#sent.get(txid);
    if (bytes === undefined) throw new Error(`${txid} was not sent by an outsider`);
    return bytes;
  }

  #account(number: number): PrivateKeyAccount {
    const account = this.#accounts[number];
    if (account === undefined) throw new Error(`there is no outsider ${number}`);
    return account;
  }
}

function transferData(to: string, amount: bigint): Hex {
  return encodeFunctionData({ abi: contract('PlainToken').abi, functionName: 'transfer', args: [to, amount] });
}

type Json = Record<string, unknown>;

const stray = `0x${'ab'.repeat(32)}`;

/** Changes the node's result of one method. */
function lieAbout(method: string, change: (result: Json) => unknown): Lie {
  return (answer, { body }) => {
    const parsed = JSON.parse(answer) as Json;
    if ((JSON.parse(body) as Json).method !== method || parsed.result === null) return answer;
    return JSON.stringify({ ...parsed, result: change(parsed.result as Json) });
  };
}

function lieAboutFirst(method: string, key: string, change: (first: Json) => unknown): Lie {
  const changeFirst = ([first, ...rest]: readonly Json[]) => (first === undefined ? [] : [change(first), ...rest]);
  return lieAbout(method, (result) =>
    key === '' ? changeFirst(result as unknown as Json[]) : { ...result, [key]: changeFirst(result[key] as Json[]) },
  );
}

const lieAboutLog = (change: (log: Json) => unknown): Lie =>
  lieAbout('eth_getBlockReceipts', (receipts) =>
    (receipts as unknown as Json[]).map((receipt) => ({ ...receipt, logs: (receipt.logs as Json[]).map(change) })),
  );

const lies: Readonly<Record<string, Lie>> = {
  'another network': lieAbout('eth_chainId', () => '0x1'),
  'no network': lieAbout('eth_chainId', () => '31337'),
  'the response to another request': (answer) => JSON.stringify({ ...(JSON.parse(answer) as Json), id: 1_000_000 }),
  'no result': (answer) => answer.replace('"result"', '"outcome"'),
  'a list of responses': (answer) => `[${answer}]`,
  'a block of another height': lieAbout('eth_getBlockByNumber', (block) => ({ ...block, number: '0x1' })),
  'a block with an unknown parent': lieAbout('eth_getBlockByNumber', (block) => ({
    ...block,
    parentHash: stray,
  })),
  'a block that is its own parent': lieAbout('eth_getBlockByNumber', (block) => ({ ...block, parentHash: block.hash })),
  'a block with another hash than in its transactions': lieAbout('eth_getBlockByNumber', (block) => ({
    ...block,
    hash: stray,
  })),
  'a block without a hash': lieAbout('eth_getBlockByNumber', (block) => ({ ...block, hash: null })),
  'another parent than requested': lieAbout('eth_getBlockByHash', (block) => ({ ...block, hash: stray })),
  'a block without transactions': lieAbout('eth_getBlockByNumber', ({ transactions: _, ...block }) => block),
  'another transaction hash': lieAboutFirst('eth_getBlockByNumber', 'transactions', (first) => ({
    ...first,
    hash: stray,
  })),
  'another transaction index': lieAboutFirst('eth_getBlockByNumber', 'transactions', (first) => ({
    ...first,
    transactionIndex: '0x7',
  })),
  'an amount that is a number': lieAboutFirst('eth_getBlockByNumber', 'transactions', (first) => ({
    ...first,
    value: 1e18,
  })),
  'a negative amount': lieAboutFirst('eth_getBlockByNumber', 'transactions', (first) => ({
    ...first,
    value: '-0x1',
  })),
  'a truncated receiver': lieAboutFirst('eth_getBlockByNumber', 'transactions', (first) => ({ ...first, to: '0x12' })),
  'one receipt too few': lieAbout('eth_getBlockReceipts', (receipts) => (receipts as unknown as Json[]).slice(1)),
  'no receipts': lieAbout('eth_getBlockReceipts', () => null),
  'receipts in another order': lieAbout('eth_getBlockReceipts', (receipts) =>
    (receipts as unknown as Json[]).toReversed(),
  ),
  'a receipt of another block': lieAboutFirst('eth_getBlockReceipts', '', (first) => ({ ...first, blockHash: stray })),
  'a receipt with an invalid status': lieAboutFirst('eth_getBlockReceipts', '', (first) => ({
    ...first,
    status: '0x2',
  })),
  'a receipt without a status': lieAboutFirst('eth_getBlockReceipts', '', ({ status: _, ...first }) => first),
  'a log that was removed': lieAboutLog((log) => ({ ...log, removed: true })),
  'a log of another block': lieAboutLog((log) => ({ ...log, blockHash: stray })),
  'a log of another transaction': lieAboutLog((log) => ({ ...log, transactionHash: stray })),
  'a log without a contract': lieAboutLog((log) => ({ ...log, address: null })),
};
