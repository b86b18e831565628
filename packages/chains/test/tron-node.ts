import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { tronAddressOf } from '@vitrine/addresses';
import { concatBytes, decodeFields, encodeFields, type ProtobufField } from '../src/tron/protobuf.ts';
import { addressBytes, addressHex, tronAddresses } from '../src/tron/tron-address.ts';
import {
  BYTE_SUN,
  type Call,
  ENERGY_SUN,
  FREE_BYTES,
  type Ledger,
  type Log,
  NEW_ACCOUNT_BANDWIDTH_SUN,
  NEW_ACCOUNT_SUN,
  Revert,
  type Run,
} from './tron-ledger.ts';

type Json = { [field: string]: unknown };

/** A transaction as the node reads it from the broadcast bytes. */
interface Transaction {
  readonly txid: string;
  readonly rawData: Uint8Array;
  readonly signature: Uint8Array;
  readonly refBlock: string;
  readonly expirationMs: number;
  readonly feeLimit: bigint;
  /** 1: TransferContract, 31: TriggerSmartContract. */
  readonly type: bigint;
  readonly owner: string;
  /** The receiver of the TRX, or the contract that is called. */
  readonly target: string;
  readonly value: bigint;
  readonly data: Uint8Array;
}

interface Included {
  readonly transaction: Transaction;
  readonly contractRet: string;
  readonly info: Json;
}

interface Block {
  readonly height: number;
  readonly hash: string;
  readonly timeMs: number;
  readonly json: Json;
  readonly included: readonly Included[];
  readonly after: Ledger;
}

const SLOT_MS = 3_000;
const DAY_MS = 24 * 60 * 60_000;
const START_MS = Date.parse('2026-01-01T00:00:00Z');
const producers = ['one', 'two'].map((name) => sha256(new TextEncoder().encode(`producer ${name}`)));

/**
 * A simulated full node with its own TRON network, over HTTP on the loopback, with a subset of java-tron's rules.
 * Blocks have real headers, hashes and signatures; transactions are checked as they are broadcast (encoding, signature,
 * expiration, reference block, balances) and pay for bandwidth and energy.
 */
export class TronStandIn {
  readonly #blocks: Block[] = [];
  readonly #server: Server;
  #pool: Transaction[] = [];
  #pending: Ledger;
  /** The transactions in the node's cache, which are not accepted again. */
  #known = new Set<string>();

  private constructor(genesis: Ledger) {
    this.#pending = genesis;
    this.#addBlock(START_MS, 0, []);
    this.#server = createServer((request, response) => {
      void this.#respond(request).then((json) => response.end(JSON.stringify(json)));
    });
  }

  static async start(genesis: Ledger): Promise<TronStandIn> {
    const node = new TronStandIn(genesis);
    await new Promise<void>((resolve) => node.#server.listen(0, '127.0.0.1', resolve));
    return node;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get genesisHash(): string {
    return this.#blocks[0]?.hash ?? '';
  }

  get head(): { readonly height: number; readonly hash: string; readonly timeMs: number } {
    return this.#head();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /**
   * Adds blocks. The first one comes after this many missed slots, and includes the pending transactions that are still
   * valid.
   */
  mine(count: number, missedSlots = 0): void {
    for (let index = 0; index < count; index++) {
      const slots = index === 0 ? missedSlots + 1 : 1;
      this.#addBlock(this.#head().timeMs + slots * SLOT_MS, 0, index === 0 ? this.#pool : []);
    }
  }

  /** Replaces the last `depth` blocks by `depth` + 1 empty ones from another producer. */
  fork(depth: number): void {
    this.drop(depth);
    for (let index = 0; index <= depth; index++) this.#addBlock(this.#head().timeMs + SLOT_MS, 1, []);
  }

  drop(depth: number): void {
    this.#blocks.length -= depth;
    this.#pool = [];
    this.#known = new Set(this.#blocks.flatMap(({ included }) => included.map(({ transaction }) => transaction.txid)));
    this.#pending = this.#head().after.copy();
  }

  /** Accepts a transaction into the pool. Returns java-tron's code: SUCCESS, or the reason for the refusal. */
  broadcast(bytes: Uint8Array): string {
    const transaction = readTransaction(bytes);
    if (transaction === undefined) return 'OTHER_ERROR';
    if (this.#known.has(transaction.txid)) return 'DUP_TRANSACTION_ERROR';
    const refusal = this.#refusal(transaction);
    if (refusal !== undefined) return refusal;
    const ledger = this.#pending.copy();
    try {
      execute(ledger, transaction, 0, 0);
    } catch (error) {
      if (error instanceof NoBandwidth) return 'BANDWITH_ERROR';
      if (error instanceof Revert) return 'CONTRACT_VALIDATE_ERROR';
      throw error;
    }
    this.#pending = ledger;
    this.#pool.push(transaction);
    this.#known.add(transaction.txid);
    return 'SUCCESS';
  }

  #head(): Block {
    const head = this.#blocks.at(-1);
    if (head === undefined) throw new Error('the chain has no blocks');
    return head;
  }

  #refusal(transaction: Transaction): string | undefined {
    const { timeMs } = this.#head();
    const { expirationMs } = transaction;
    if (expirationMs <= timeMs || expirationMs > timeMs + DAY_MS) return 'TRANSACTION_EXPIRATION_ERROR';
    // If the heights of two blocks end in the same bytes, the newer block counts.
    const referred = this.#blocks.findLast(({ hash }) => hash.slice(12, 16) === transaction.refBlock.slice(0, 4));
    if (referred?.hash.slice(16, 32) !== transaction.refBlock.slice(4)) return 'TAPOS_ERROR';
    return signerOf(transaction) === transaction.owner ? undefined : 'SIGERROR';
  }

  #addBlock(timeMs: number, producer: number, waiting: readonly Transaction[]): void {
    const height = this.#blocks.length;
    const after = height === 0 ? this.#pending : this.#head().after.copy();
    // Transactions in the pool may have expired since they were accepted.
    const valid = waiting.filter((transaction) => this.#refusal(transaction) === undefined);
    const included = valid.map((transaction) => execute(after, transaction, height, timeMs));
    const header = headerOf(height, this.#blocks.at(-1)?.hash ?? '00'.repeat(32), timeMs, producer, included);
    const hash = height.toString(16).padStart(16, '0') + bytesToHex(sha256(header.bytes)).slice(16);
    const json = {
      blockID: hash,
      block_header: { raw_data: header.json, witness_signature: sign(sha256(header.bytes), keyOf(producer)) },
      ...(included.length === 0 ? {} : { transactions: included.map(inBlock) }),
    };
    this.#blocks.push({ height, hash, timeMs, json, included, after });
    this.#pool = this.#pool.filter((transaction) => !waiting.includes(transaction));
    this.#pending = after.copy();
  }

  async #respond(request: IncomingMessage): Promise<unknown> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    try {
      const asked = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Json;
      return this.#answer((request.url ?? '').replace('/wallet/', ''), asked);
    } catch (error) {
      return { Error: `class java.lang.Exception : ${error}` };
    }
  }

  #answer(method: string, asked: Json): unknown {
    switch (method) {
      case 'getblock':
        return this.#block(asked);
      case 'gettransactioninfobyblocknum':
        return (this.#blocks[Number(asked.num)]?.included ?? []).map(({ info }) => info);
      case 'gettransactioninfobyid':
        return this.#blocks.flatMap(({ included }) => included).find(({ info }) => info.id === asked.value)?.info ?? {};
      case 'gettransactionfrompending': {
        const found = this.#pool.find(({ txid }) => txid === asked.value);
        return found === undefined ? {} : transactionJson(found);
      }
      case 'getchainparameters':
        return { chainParameter: chainParameters };
      case 'getaccount':
        return this.#account(addressIn(asked, 'address'));
      case 'getaccountresource':
        return this.#resources(addressIn(asked, 'address'));
      case 'triggerconstantcontract':
        return this.#tryOut(asked);
      case 'broadcasthex':
        return this.#broadcastHex(String(asked.transaction));
      default:
        throw new Error(`no such method: ${method}`);
    }
  }

  #block({ id_or_num, detail }: Json): Json {
    const block = id_or_num === undefined ? this.#head() : this.#blocks[Number(id_or_num)];
    if (block === undefined) return {};
    const { transactions, ...header } = block.json;
    return detail === true && transactions !== undefined ? { ...header, transactions } : header;
  }

  #account(address: string): Json {
    const { after } = this.#head();
    return after.hasAccount(address)
      ? withoutZeros({ address: addressHex(address), balance: Number(after.sun(address)) })
      : {};
  }

  #resources(address: string): Json {
    const { after } = this.#head();
    if (!after.hasAccount(address)) return {};
    return withoutZeros({
      freeNetUsed: Number(after.freeBytesUsed(address)),
      freeNetLimit: Number(FREE_BYTES),
      TotalNetLimit: 43_200_000_000,
      TotalEnergyLimit: 180_000_000_000,
    });
  }

  #tryOut(asked: Json): Json {
    const { after } = this.#head();
    const contract = addressIn(asked, 'contract_address');
    if (!after.isContract(contract)) {
      return { result: { code: 'CONTRACT_VALIDATE_ERROR', message: 'Smart contract is not exist.' } };
    }
    const data = hexToBytes(String(asked.data));
    try {
      const run = after.copy().run({ caller: addressIn(asked, 'owner_address'), contract, value: 0n, data });
      const end = { constant_result: [run.result], transaction: { ret: [{}] } };
      return { result: { result: true }, energy_used: Number(run.energy), ...end };
    } catch (error) {
      if (!(error instanceof Revert)) throw error;
      const result = { result: true, message: error.message };
      return { result, energy_used: 2_000, constant_result: [''], transaction: { ret: [{ ret: 'FAILED' }] } };
    }
  }

  #broadcastHex(hex: string): Json {
    const code = this.broadcast(hexToBytes(hex));
    const txid = readTransaction(hexToBytes(hex))?.txid;
    return { result: code === 'SUCCESS', code, message: code === 'SUCCESS' ? '' : 'refused', transaction: '{}', txid };
  }
}

class NoBandwidth extends Error {}

const chainParameters = [
  { key: 'getCreateAccountFee', value: Number(NEW_ACCOUNT_BANDWIDTH_SUN) },
  { key: 'getTransactionFee', value: Number(BYTE_SUN) },
  { key: 'getCreateNewAccountFeeInSystemContract', value: Number(NEW_ACCOUNT_SUN) },
  { key: 'getEnergyFee', value: Number(ENERGY_SUN) },
  { key: 'getAllowUpdateAccountName' },
];

const typeUrls = new Map([
  [1n, 'type.googleapis.com/protocol.TransferContract'],
  [31n, 'type.googleapis.com/protocol.TriggerSmartContract'],
]);

/** Reads a complete transaction as java-tron would; undefined if it is invalid, or of an unsupported kind. */
function readTransaction(bytes: Uint8Array): Transaction | undefined {
  const whole = fieldsOf(bytes);
  const rawData = whole?.bytes(1);
  const raw = rawData && fieldsOf(rawData);
  const contract = raw && fieldsOf(raw.bytes(11));
  const parameter = contract && fieldsOf(contract.bytes(2));
  const message = parameter && fieldsOf(parameter.bytes(2));
  if (whole === undefined || rawData === undefined || contract === undefined || message === undefined) return undefined;
  const type = contract.number(1);
  if (new TextDecoder().decode(parameter?.bytes(1)) !== typeUrls.get(type)) return undefined;
  const owner = tronAddressOf(message.bytes(1));
  const target = tronAddressOf(message.bytes(2));
  if (owner === undefined || target === undefined) return undefined;
  return {
    txid: bytesToHex(sha256(rawData)),
    rawData,
    signature: whole.bytes(2),
    refBlock: bytesToHex(concatBytes([raw?.bytes(1) ?? new Uint8Array(), raw?.bytes(4) ?? new Uint8Array()])),
    expirationMs: Number(raw?.number(8)),
    feeLimit: raw?.number(18) ?? 0n,
    type,
    owner,
    target,
    value: message.number(3),
    data: message.bytes(4),
  };
}

function fieldsOf(
  bytes: Uint8Array,
): { bytes: (number: number) => Uint8Array; number: (number: number) => bigint } | undefined {
  const fields = decodeFields(bytes);
  if (fields === undefined) return undefined;
  const last = (number: number): ProtobufField['value'] | undefined =>
    fields.findLast((field) => field.number === number)?.value;
  return {
    bytes: (number) => {
      const value = last(number);
      return value instanceof Uint8Array ? value : new Uint8Array();
    },
    number: (number) => {
      const value = last(number);
      return typeof value === 'bigint' ? value : 0n;
    },
  };
}

function signerOf({ rawData, signature }: Transaction): string | undefined {
  try {
    const recovery = signature[64] ?? 0;
    const compact = secp256k1.Signature.fromBytes(signature.slice(0, 64), 'compact').addRecoveryBit(recovery % 27);
    return tronAddresses.fromPublicKey(compact.recoverPublicKey(sha256(rawData)).toBytes());
  } catch {
    return undefined;
  }
}

/** Executes a transaction. Throws Revert or NoBandwidth if no block can include it. */
function execute(ledger: Ledger, transaction: Transaction, height: number, timeMs: number): Included {
  if (!ledger.hasAccount(transaction.owner)) throw new Revert('the owner has no account');
  const isNew = transaction.type === 1n && !ledger.hasAccount(transaction.target);
  const netFee = isNew ? NEW_ACCOUNT_BANDWIDTH_SUN : bandwidthFee(ledger, transaction);
  if (ledger.sun(transaction.owner) < netFee) throw new NoBandwidth();
  ledger.addSun(transaction.owner, -netFee);
  const rest = { netFee, isNew, height, timeMs };
  return transaction.type === 1n ? transfer(ledger, transaction, rest) : trigger(ledger, transaction, rest);
}

interface Circumstances {
  readonly netFee: bigint;
  readonly isNew: boolean;
  readonly height: number;
  readonly timeMs: number;
}

function bandwidthFee(ledger: Ledger, { owner, rawData, signature }: Transaction): bigint {
  const whole = encodeFields([
    { number: 1, value: rawData },
    { number: 2, value: signature },
  ]);
  const bytes = BigInt(whole.length + 64);
  return ledger.useFreeBytes(owner, bytes) ? 0n : bytes * BYTE_SUN;
}

function transfer(
  ledger: Ledger,
  transaction: Transaction,
  { netFee, isNew, height, timeMs }: Circumstances,
): Included {
  const { owner, target, value, txid } = transaction;
  if (value <= 0n) throw new Revert('Amount must be greater than 0.');
  if (owner === target || ledger.isContract(target)) throw new Revert('not to oneself, and not to a contract');
  const fee = isNew ? NEW_ACCOUNT_SUN : 0n;
  ledger.addSun(owner, -fee - value);
  ledger.addSun(target, value);
  const info = withoutZeros({
    id: txid,
    fee: Number(fee + netFee),
    blockNumber: height,
    blockTimeStamp: timeMs,
    contractResult: [''],
    receipt: withoutZeros({ net_fee: Number(netFee) }),
  });
  return { transaction, contractRet: 'SUCCESS', info };
}

function trigger(ledger: Ledger, transaction: Transaction, { netFee, height, timeMs }: Circumstances): Included {
  const { owner, target, value, data, feeLimit, txid } = transaction;
  const payable = ledger.sun(owner) - value;
  const limit = payable < feeLimit ? payable / ENERGY_SUN : feeLimit / ENERGY_SUN;
  const run = runWithin(ledger, { caller: owner, contract: target, value, data }, limit);
  const energyFee = run.energy * ENERGY_SUN;
  ledger.addSun(owner, -energyFee);
  const failure = run.contractRet === 'SUCCESS' ? {} : { result: 'FAILED', resMessage: '52455645525420' };
  const receipt = { energy_fee: Number(energyFee), energy_usage_total: Number(run.energy), net_fee: Number(netFee) };
  const info = withoutZeros({
    id: txid,
    fee: Number(energyFee + netFee),
    blockNumber: height,
    blockTimeStamp: timeMs,
    contractResult: [run.result],
    contract_address: addressHex(target),
    receipt: withoutZeros({ ...receipt, result: run.contractRet }),
    ...(run.logs.length === 0 ? {} : { log: run.logs.map(logJson) }),
    ...failure,
  });
  return { transaction, contractRet: run.contractRet, info };
}

/** Executes a call in the ledger; a failed call only costs its energy. */
function runWithin(ledger: Ledger, call: Call, limit: bigint): Run & { contractRet: string } {
  const nothing = { result: '', logs: [] };
  try {
    const tried = ledger.copy().run(call);
    if (tried.energy > limit) return { ...nothing, energy: limit, contractRet: 'OUT_OF_ENERGY' };
    return { ...ledger.run(call), contractRet: 'SUCCESS' };
  } catch (error) {
    if (!(error instanceof Revert)) throw error;
    return { ...nothing, energy: limit < 2_000n ? limit : 2_000n, contractRet: 'REVERT' };
  }
}

function headerOf(
  height: number,
  parentHash: string,
  timeMs: number,
  producer: number,
  included: readonly Included[],
): { readonly json: Json; readonly bytes: Uint8Array } {
  const txTrieRoot = merkleRoot(included.map(merkleLeaf));
  const witness = addressBytes(tronAddresses.fromPublicKey(secp256k1.getPublicKey(keyOf(producer))));
  const bytes = encodeFields([
    { number: 1, value: BigInt(timeMs) },
    { number: 2, value: txTrieRoot },
    { number: 3, value: hexToBytes(parentHash) },
    { number: 7, value: BigInt(height) },
    { number: 9, value: witness },
    { number: 10, value: 34n },
  ]);
  const json = withoutZeros({
    number: height,
    txTrieRoot: bytesToHex(txTrieRoot),
    witness_address: bytesToHex(witness),
    parentHash,
    version: 34,
    timestamp: timeMs,
  });
  return { json, bytes };
}

/** The hash of the whole transaction with its result in the block. */
function merkleLeaf({ transaction, contractRet }: Included): Uint8Array {
  const ret = encodeFields([{ number: 3, value: BigInt(contractResults.indexOf(contractRet)) }]);
  return sha256(
    encodeFields([
      { number: 1, value: transaction.rawData },
      { number: 2, value: transaction.signature },
      { number: 5, value: ret },
    ]),
  );
}

/** The names of results by their numbers; results that do not occur here have no name. */
const contractResults = ['DEFAULT', 'SUCCESS', 'REVERT', '', '', '', '', '', '', '', 'OUT_OF_ENERGY'];

function merkleRoot(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length <= 1) return hashes[0] ?? new Uint8Array(32);
  const pairs = Array.from({ length: Math.ceil(hashes.length / 2) }, (_, index) =>
    hashes.slice(index * 2, index * 2 + 2),
  );
  return merkleRoot(
    pairs.map((pair) => (pair.length === 2 ? sha256(concatBytes(pair)) : (pair[0] ?? new Uint8Array()))),
  );
}

function keyOf(producer: number): Uint8Array {
  return producers[producer] ?? new Uint8Array(32);
}

function sign(digest: Uint8Array, key: Uint8Array): string {
  const recovered = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  return bytesToHex(concatBytes([recovered.slice(1), recovered.slice(0, 1)]));
}

function inBlock({ transaction, contractRet }: Included): Json {
  return { ret: [{ contractRet }], ...transactionJson(transaction) };
}

function transactionJson({ txid, rawData, signature, expirationMs }: Transaction): Json {
  // The decoded form of raw_data is only informative, so it is reduced to the expiration here.
  const words = { contract: [], expiration: expirationMs };
  return { signature: [bytesToHex(signature)], txID: txid, raw_data: words, raw_data_hex: bytesToHex(rawData) };
}

function logJson({ contract, topics, data }: Log): Json {
  // Logs identify contracts by 20 bytes.
  return { address: addressHex(contract).slice(2), topics, data };
}

function withoutZeros(json: Json): Json {
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== 0));
}

function addressIn(asked: Json, field: string): string {
  const address = tronAddressOf(hexToBytes(String(asked[field])));
  if (address === undefined) throw new Error(`${field} is not an address`);
  return address;
}
