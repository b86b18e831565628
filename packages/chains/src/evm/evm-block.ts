import type { Hex } from 'viem';
import { NodeFault } from '../chain-errors.ts';
import { address, count, data, hash, list, quantity, type RpcRecord, record } from './rpc-values.ts';

export interface EvmHeader {
  readonly height: number;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timeMs: number;
  /** Undefined before EIP-1559. */
  readonly baseFee: bigint | undefined;
}

export interface EvmTransaction {
  readonly txid: Hex;
  readonly from: Hex;
  readonly nonce: number;
  /** Undefined if the transaction creates a contract. */
  readonly to: Hex | undefined;
  readonly value: bigint;
  readonly input: Hex;
}

export interface EvmBlock extends EvmHeader {
  readonly transactions: readonly EvmTransaction[];
}

export interface EvmLog {
  readonly contract: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

export interface EvmReceipt {
  readonly txid: Hex;
  readonly blockHash: Hex;
  readonly height: number;
  readonly succeeded: boolean;
  /** The fee that was paid to the network. */
  readonly fee: bigint;
  readonly logs: readonly EvmLog[];
}

export function readHeader(value: unknown): EvmHeader {
  const block = record(value, 'block');
  return {
    height: count(block.number, "block's number"),
    hash: hash(block.hash, "block's hash"),
    parentHash: hash(block.parentHash, "block's parent"),
    timeMs: count(block.timestamp, "block's time") * 1000,
    baseFee: block.baseFeePerGas === undefined ? undefined : quantity(block.baseFeePerGas, 'base fee'),
  };
}

/** A block with complete transactions. */
export function readBlock(value: unknown): EvmBlock {
  const header = readHeader(value);
  const transactions = list(record(value, 'block').transactions, "block's transactions").map((each, index) => {
    const transaction = record(each, 'transaction');
    expectPlace(transaction, header.hash, index);
    return readTransaction(transaction);
  });
  if (new Set(transactions.map(({ txid }) => txid)).size !== transactions.length) {
    throw new NodeFault(`block ${header.hash} contains a transaction twice`);
  }
  return { ...header, transactions };
}

export function readTransaction(value: unknown): EvmTransaction {
  const transaction = record(value, 'transaction');
  const { to } = transaction;
  return {
    txid: hash(transaction.hash, "transaction's hash"),
    from: address(transaction.from, "transaction's sender"),
    nonce: count(transaction.nonce, "transaction's nonce"),
    to: to === null || to === undefined ? undefined : address(to, "transaction's receiver"),
    value: quantity(transaction.value, "transaction's value"),
    input: data(transaction.input, "transaction's input"),
  };
}

export function readReceipt(value: unknown): EvmReceipt {
  const receipt = record(value, 'receipt');
  const txid = hash(receipt.transactionHash, "receipt's transaction");
  const blockHash = hash(receipt.blockHash, "receipt's block");
  const status = quantity(receipt.status, "receipt's status");
  if (status > 1n) throw new NodeFault(`the receipt of ${txid} has the unknown status ${status}`);
  return {
    txid,
    blockHash,
    height: count(receipt.blockNumber, "receipt's block number"),
    succeeded: status === 1n,
    fee: quantity(receipt.gasUsed, 'used gas') * quantity(receipt.effectiveGasPrice, 'gas price'),
    logs: list(receipt.logs, "receipt's logs").map((log) => readLog(log, txid, blockHash)),
  };
}

/** All receipts of a block, one per transaction, in order. */
export function readReceipts(value: unknown, block: EvmBlock): EvmReceipt[] {
  const receipts = list(value, 'receipts').map(readReceipt);
  if (receipts.length !== block.transactions.length)
    throw new NodeFault(
      `block ${block.hash} has ${block.transactions.length} transactions and ${receipts.length} receipts`,
    );
  for (const [index, receipt] of receipts.entries()) expectReceiptOf(receipt, block, block.transactions[index]?.txid);
  return receipts;
}

export function expectReceiptOf(receipt: EvmReceipt, block: EvmHeader, txid: Hex | undefined): void {
  if (receipt.blockHash !== block.hash || receipt.height !== block.height || receipt.txid !== txid) {
    throw new NodeFault(`the receipt of ${receipt.txid} does not belong to ${txid} in block ${block.hash}`);
  }
}

function readLog(value: unknown, txid: Hex, blockHash: Hex): EvmLog {
  const log = record(value, 'log');
  const isHere =
    hash(log.blockHash, "log's block") === blockHash && hash(log.transactionHash, "log's transaction") === txid;
  if (!isHere || log.removed === true)
    throw new NodeFault(`a log in the receipt of ${txid} belongs to another transaction`);
  return {
    contract: address(log.address, "log's contract"),
    topics: list(log.topics, "log's topics").map((topic) => hash(topic, "log's topic")),
    data: data(log.data, "log's data"),
  };
}

function expectPlace(transaction: RpcRecord, blockHash: Hex, index: number): void {
  const isHere = hash(transaction.blockHash, "transaction's block") === blockHash;
  if (!isHere || count(transaction.transactionIndex, "transaction's index") !== index) {
    throw new NodeFault(`block ${blockHash} contains a transaction with another block hash or index`);
  }
}
