import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { ChainCoin } from '../src/chain.ts';
import { accountPath, keyPath } from '../src/key-paths.ts';
import { SeedKeys } from '../src/seed-keys.ts';
import { concatBytes, encodeFields } from '../src/tron/protobuf.ts';
import { encodeTransferCall } from '../src/tron/trc20.ts';
import { addressBytes, tronAddresses } from '../src/tron/tron-address.ts';
import { TronChain } from '../src/tron/tron-chain.ts';
import { tronSigner } from '../src/tron/tron-signer.ts';
import { encodeSigned } from '../src/tron/tron-transaction.ts';
import { type Lie, type NodeProxy, openNodeProxy } from './node-proxy.ts';
import type { TestNetwork, TestPayment } from './test-network.ts';
import { addressAsWord, batchPayer, forwarder, Ledger, refuser, silentToken, token, word } from './tron-ledger.ts';
import { TronStandIn } from './tron-node.ts';

type Json = { [field: string]: unknown };

/** Contracts of the test network. `usdt` refuses transfers to the address `REFUSED`, which is used for nothing else. */
export const contracts = {
  usdt: contractAddress(1),
  usdc: contractAddress(2),
  unlisted: contractAddress(3),
  silent: contractAddress(4),
  batch: contractAddress(5),
  forwarder: contractAddress(6),
  refuser: contractAddress(7),
} as const;

export const tronCoins: readonly ChainCoin[] = [
  { coin: 'TRX', decimals: 6 },
  { coin: 'USDC', decimals: 6, contract: contracts.usdc },
  { coin: 'SILENT', decimals: 6, contract: contracts.silent },
  { coin: 'USDT', decimals: 6, contract: contracts.usdt },
];

export const REFUSED = outsiderAddress(99);
const HOUR_MS = 60 * 60_000;

/** A test network with its own node and additional controls. */
export interface TronTestNetwork extends TestNetwork {
  readonly standIn: TronStandIn;
  readonly node: NodeProxy;
  /** An outsider's transaction; returns its txid. */
  send(transaction: OutsiderTransaction): string;
}

/** TRX to an address, or a call of a contract. */
export interface OutsiderTransaction {
  readonly contract?: string;
  readonly data?: Uint8Array;
  readonly to?: string;
  readonly sun?: bigint;
  readonly feeLimit?: bigint;
  readonly memo?: string;
}

export async function openTronNetwork(
  coins: readonly ChainCoin[] = tronCoins.filter(({ coin }) => coin !== 'SILENT'),
  timeoutMs = 30_000,
): Promise<TronTestNetwork> {
  const standIn = await TronStandIn.start(genesis());
  const node = await openNodeProxy(standIn.url);
  const keys = new SeedKeys(sha256(new TextEncoder().encode('a seed of the tests')));
  const xpub = await keys.accountXpub(accountPath('tron', 'deposit'));
  const hotAddress = tronAddresses.fromPublicKey(await keys.publicKey(keyPath('tron', { kind: 'hot' })));
  const access = { url: node.url, timeoutMs, maxResponseBytes: 1 << 20 };
  const freshChain = () => new TronChain({ node: access, genesisHash: standIn.genesisHash, coins, hotAddress, xpub });
  const sent = new Map<string, Uint8Array>();
  const send = (transaction: OutsiderTransaction): string => {
    const rawData = outsiderRaw(transaction, standIn, sent.size);
    const bytes = encodeSigned(rawData, signatureOf(rawData));
    const code = standIn.broadcast(bytes);
    if (code !== 'SUCCESS') throw new Error(`the outsider's transaction was not accepted: ${code}`);
    const txid = bytesToHex(sha256(rawData));
    sent.set(txid, bytes);
    return txid;
  };
  const contractOf = (code: string): string | undefined => coins.find(({ coin }) => coin === code)?.contract;
  const pay = ({ to, coin, amount }: TestPayment): OutsiderTransaction => {
    const contract = contractOf(coin);
    return contract === undefined ? { to, sun: amount } : { contract, data: encodeTransferCall(to, amount) };
  };
  return {
    chain: freshChain(),
    signer: tronSigner,
    keys,
    xpub,
    maxFee: 50_000_000n,
    node,
    standIn,
    lies: tronLies,
    freshChain,
    send,
    outsider: outsiderAddress,
    pay: async (payment) => send(pay(payment)),
    payBatch: async (payments) => send({ contract: contracts.batch, data: batchCall(payments, contractOf) }),
    payUnlisted: async (to, amount) => send({ contract: contracts.unlisted, data: encodeTransferCall(to, amount) }),
    // A plain TRX transfer in a block never fails, but sending TRX to a contract that refuses it does.
    payFailing: async (payment) =>
      contractOf(payment.coin) === undefined
        ? send({ contract: contracts.refuser, sun: payment.amount, data: addressCall(payment.to) })
        : send({ ...pay(payment), feeLimit: 1_000_000n }),
    payZero: async (to, coin) =>
      contractOf(coin) === undefined
        ? send({ contract: contracts.forwarder, data: addressCall(to) })
        : send(pay({ to, coin, amount: 0n })),
    mine: async (count) => standIn.mine(count),
    forkBack: async (depth) => standIn.fork(depth),
    rewind: async (depth) => standIn.drop(depth),
    resend: async (txid) => {
      const code = standIn.broadcast(sent.get(txid) ?? new Uint8Array());
      if (code !== 'SUCCESS') throw new Error(`${txid} is not accepted again: ${code}`);
    },
    close: async () => {
      await node.close();
      await standIn.close();
    },
  };
}

/** False responses of a node about its newest block, each with a single change. */
const tronLies: Readonly<Record<string, Lie>> = {
  'another first block': inAnswer('getblock', (block) =>
    heightOf(block) === 0 ? { ...block, blockID: 'ab'.repeat(32) } : block,
  ),
  'another block hash': inBlocks((block) => ({ ...block, blockID: flipped(String(block.blockID)) })),
  'another height in the block hash': inBlocks((block) => ({
    ...block,
    blockID: `00000000000000ff${block.blockID}`.slice(0, 64),
  })),
  'another block time': inHeaders((header) => ({ ...header, timestamp: Number(header.timestamp) + 1 })),
  'another parent hash': inHeaders((header) => ({ ...header, parentHash: flipped(String(header.parentHash)) })),
  'a header with an additional field': inHeaders((header) => ({ ...header, extra: 1 })),
  'the block requested first in place of every other': firstBlockAgain(),
  'another transaction id': inTransactions((each) => ({ ...each, txID: flipped(String(each.txID)) })),
  'another transaction under the same id': inTransactions((each) => ({
    ...each,
    raw_data_hex: flipped(String(each.raw_data_hex)),
  })),
  'one transaction twice, with its result': inAnswers((answer, path) => {
    const twice = <T>(list: unknown): T[] => (list as T[]).flatMap((each) => [each, each]);
    if (path.endsWith('gettransactioninfobyblocknum')) return twice(answer);
    const block = answer as Json;
    return block.transactions === undefined ? block : { ...block, transactions: twice(block.transactions) };
  }),
  'a failure in the block but not in the result': inTransactions((each) => ({
    ...each,
    ret: [{ contractRet: 'REVERT' }],
  })),
  'no results': inResults(() => []),
  'results of another block': inResults((results) => results.map((each) => ({ ...each, blockNumber: 7 }))),
  'results with another block time': inResults((results) => results.map((each) => ({ ...each, blockTimeStamp: 1 }))),
  'results of other transactions': inResults((results) =>
    results.map((each) => ({ ...each, id: flipped(String(each.id)) })),
  ),
  'one result too many': inResults((results) => [...results, { ...results[0], id: 'ab'.repeat(32) }]),
  'one result twice': inResults((results) => results.map(() => results[0] ?? {})),
  'a failure in the result but not in the block': inResults((results) =>
    results.map((each) => ({ ...each, result: 'FAILED' })),
  ),
  'a fee that is not a number': inResults((results) => results.map((each) => ({ ...each, fee: '1' }))),
  'an error in place of a response': () => '{"Error":"class java.lang.NullPointerException : null"}',
  'a list in place of a block': () => '[]',
};

function inAnswers(change: (answer: unknown, path: string) => unknown): Lie {
  return (answer, { path }) => JSON.stringify(change(JSON.parse(answer), path));
}

function inAnswer(method: string, change: (answer: Json) => Json): Lie {
  return (answer, { path }) => (path.endsWith(method) ? JSON.stringify(change(JSON.parse(answer) as Json)) : answer);
}

/** Changes every block except the first one, which identifies the network. */
function inBlocks(change: (block: Json) => Json): Lie {
  return (answer, { path }) => {
    if (!path.endsWith('getblock')) return answer;
    const block = JSON.parse(answer) as Json;
    return heightOf(block) === 0 ? answer : JSON.stringify(change(block));
  };
}

/** Makes the node return the block that was requested first, even if another block is requested later. */
function firstBlockAgain(): Lie {
  let first: string | undefined;
  return (answer, { path }) => {
    if (!path.endsWith('getblock')) return answer;
    first ??= answer;
    return first;
  };
}

function inHeaders(change: (header: Json) => Json): Lie {
  return inBlocks((block) => {
    const header = block.block_header as Json;
    return { ...block, block_header: { ...header, raw_data: change(header.raw_data as Json) } };
  });
}

function inTransactions(change: (transaction: Json) => Json): Lie {
  return inBlocks((block) => ({ ...block, transactions: ((block.transactions ?? []) as Json[]).map(change) }));
}

function inResults(change: (results: Json[]) => Json[]): Lie {
  return (answer, { path }) =>
    path.endsWith('gettransactioninfobyblocknum') ? JSON.stringify(change(JSON.parse(answer) as Json[])) : answer;
}

function heightOf(block: Json): number {
  const header = (block.block_header ?? {}) as Json;
  return Number(((header.raw_data ?? {}) as Json).number ?? 0);
}

/** The text with a different last digit. */
function flipped(hex: string): string {
  return hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0');
}

function genesis(): Ledger {
  const ledger = new Ledger(
    new Map([
      [contracts.usdt, token([REFUSED])],
      [contracts.usdc, token()],
      [contracts.unlisted, token()],
      [contracts.silent, silentToken],
      [contracts.batch, batchPayer],
      [contracts.forwarder, forwarder],
      [contracts.refuser, refuser],
    ]),
  );
  ledger.addSun(outsiderAddress(0), 10n ** 15n);
  for (const contract of [contracts.usdt, contracts.usdc, contracts.unlisted]) {
    ledger.addTokens(contract, outsiderAddress(0), 10n ** 15n);
  }
  return ledger;
}

function outsiderKey(number: number): Uint8Array {
  return sha256(new TextEncoder().encode(`outsider ${number}`));
}

function outsiderAddress(number: number): string {
  return tronAddresses.fromPublicKey(secp256k1.getPublicKey(outsiderKey(number)));
}

function contractAddress(number: number): string {
  return tronAddresses.fromPublicKey(secp256k1.getPublicKey(sha256(new TextEncoder().encode(`contract ${number}`))));
}

/**
 * The raw_data of an outsider's transaction. Our own encoder is not used, because it lacks fields that occur here, such
 * as a memo.
 */
function outsiderRaw(
  { contract, data = new Uint8Array(), to, sun = 0n, feeLimit = 100_000_000n, memo = '' }: OutsiderTransaction,
  { head, genesisHash }: TronStandIn,
  count: number,
): Uint8Array {
  const kind = contract === undefined ? 'TransferContract' : 'TriggerSmartContract';
  const message = encodeFields([
    { number: 1, value: addressBytes(outsiderAddress(0)) },
    { number: 2, value: addressBytes(contract ?? to ?? '') },
    { number: 3, value: sun },
    { number: 4, value: data },
  ]);
  const parameter = encodeFields([
    { number: 1, value: new TextEncoder().encode(`type.googleapis.com/protocol.${kind}`) },
    { number: 2, value: message },
  ]);
  const call = encodeFields([
    { number: 1, value: contract === undefined ? 1n : 31n },
    { number: 2, value: parameter },
  ]);
  return encodeFields([
    { number: 1, value: hexToBytes(genesisHash.slice(12, 16)) },
    { number: 4, value: hexToBytes(genesisHash.slice(16, 32)) },
    { number: 8, value: BigInt(head.timeMs + HOUR_MS) },
    { number: 10, value: new TextEncoder().encode(memo) },
    { number: 11, value: call },
    { number: 14, value: BigInt(head.timeMs + count) },
    { number: 18, value: contract === undefined ? 0n : feeLimit },
  ]);
}

function signatureOf(rawData: Uint8Array): Uint8Array {
  const recovered = secp256k1.sign(sha256(rawData), outsiderKey(0), { prehash: false, format: 'recovered' });
  // Many wallets count the recovery id from 27.
  return concatBytes([recovered.slice(1), Uint8Array.of(27 + (recovered[0] ?? 0))]);
}

function batchCall(payments: readonly TestPayment[], contractOf: (coin: string) => string | undefined): Uint8Array {
  const words = payments.flatMap(({ to, coin, amount }) => [
    addressAsWord(contractOf(coin) ?? ''),
    addressAsWord(to),
    word(amount),
  ]);
  return hexToBytes(`c73a2d60${words.join('')}`);
}

function addressCall(address: string): Uint8Array {
  return hexToBytes(`0c11dedd${addressAsWord(address)}`);
}
