import type { Hex } from 'viem';
import { getAddress } from 'viem/utils';
import type {
  BlockRef,
  Chain,
  ChainBlock,
  ChainCoin,
  ChainSpend,
  ChainTransfer,
  Movement,
  Network,
  Payment,
  PaymentBounds,
  PaymentSource,
  SignedTransaction,
  SourceOf,
  SweepBounds,
  TransactionStatus,
  UnsignedTransaction,
} from '../chain.ts';
import { ChainError, InsufficientFunds, NodeFault, Rejected, WouldFail } from '../chain-errors.ts';
import type { NodeAccess } from '../node-http.ts';
import { countedOn } from '../settled.ts';
import { evmAddresses } from './evm-addresses.ts';
import type { EvmBlock, EvmReceipt, EvmTransaction } from './evm-block.ts';
import { chooseFees, type FeeStyle, raisedFees } from './evm-fees.ts';
import { EvmNode } from './evm-node.ts';
import type { InternalTransfer, TraceKind } from './evm-traces.ts';
import {
  callOf,
  type EvmPayment,
  nonceClaim,
  parsePayment,
  readSender,
  readTransferCall,
  serializePayment,
} from './evm-transaction.ts';
import { type EvmCoins, paidBy, readTransferLog, transfersOf } from './evm-transfers.ts';
import { RpcRefusal } from './json-rpc.ts';

export interface EvmSettings {
  readonly network: Network;
  readonly node: NodeAccess;
  /** 1 for Ethereum, 56 for BNB Chain. A node that reports a different id causes a NodeFault. */
  readonly chainId: number;
  /** The network's native coin, and the tokens that are listed. */
  readonly coins: readonly ChainCoin[];
  readonly hotAddress: string;
  /** The account from which deposit addresses are derived. */
  readonly xpub: string;
  readonly feeStyle: FeeStyle;
  readonly traces: TraceKind;
}

/** The gas of every transfer to an address without code. */
const PLAIN_TRANSFER_GAS = 21_000n;

/**
 * The maximum gas of a payment. Code at the receiver's address runs at our cost, and could use the gas for its own
 * purposes. Contract wallets need a third of this limit, listed tokens a quarter.
 */
const MOST_GAS = { own: 150_000n, token: 400_000n } as const;

/** Ethereum, BNB Chain and other EVM networks, through one node. */
export class EvmChain implements Chain {
  readonly network: Network;
  readonly coins: readonly ChainCoin[];
  readonly addresses = evmAddresses;
  readonly hotAddress: string;
  readonly #settings: EvmSettings;
  readonly #node: EvmNode;
  readonly #listed: EvmCoins;

  /** Throws RangeError if an address is invalid. */
  constructor(settings: EvmSettings) {
    this.#settings = settings;
    this.network = settings.network;
    this.hotAddress = canonical(settings.hotAddress);
    this.coins = settings.coins.map((coin) =>
      coin.contract === undefined ? coin : { ...coin, contract: canonical(coin.contract) },
    );
    this.#listed = listedCoins(this.coins);
    this.#node = new EvmNode(settings.node, settings.chainId);
  }

  async head(): Promise<BlockRef> {
    const { height, hash } = await this.#node.newest();
    return { height, hash };
  }

  async block(
    height: number,
    isOurs: (address: string) => boolean,
    sourceOf: SourceOf = () => undefined,
  ): Promise<ChainBlock | undefined> {
    const block = await this.#node.blockAt(height);
    if (block === undefined) return undefined;
    const [{ transfers: internal, untraced }, receipts] = await Promise.all([
      this.#node.traces(block, this.#settings.traces),
      this.#node.receiptsOfBlock(block),
      this.#expectParent(block),
    ]);
    const known = receipts ?? (await this.#receiptsOneByOne(block, internal, isOurs));
    const transfers = this.#transfers(block, known, internal, isOurs);
    const { hash, parentHash, timeMs } = block;
    const spends = this.#spends(block, sourceOf);
    return {
      height,
      hash,
      parentHash,
      timeMs,
      transfers,
      ...(spends.length > 0 ? { spends } : {}),
      ...(untraced.length > 0 ? { unread: untraced } : {}),
    };
  }

  async hashAt(height: number): Promise<string | undefined> {
    return (await this.#node.headerAt(height))?.hash;
  }

  async transaction(txid: string): Promise<TransactionStatus> {
    const transaction = await this.#node.transaction(txid);
    if (transaction === undefined) return { kind: 'unknown' };
    const receipt = await this.#node.receipt(txid);
    if (receipt === undefined) return { kind: 'waiting' };
    const { height, blockHash, fee } = receipt;
    // A node may still have receipts of blocks that a fork has replaced.
    if ((await this.#node.headerAt(height))?.hash !== blockHash) return { kind: 'waiting' };
    const succeeded = receipt.succeeded && !this.#isSilentToken(transaction, receipt);
    return { kind: 'included', block: { height, hash: blockHash }, succeeded, fee };
  }

  async balance(coin: string, address: string): Promise<bigint> {
    const { contract } = this.#coin(coin);
    return contract === undefined
      ? await this.#node.balance(address)
      : await this.#node.tokenBalance(contract, address);
  }

  async build(payment: Payment, bounds: PaymentBounds): Promise<UnsignedTransaction> {
    const { taken, maxFee } = bounds;
    const from = this.#addressOf(payment.source);
    const wanted = this.#paid(payment);
    const left = await this.#leftForFee(from, wanted, payment.coin, bounds);
    const [gas, market, nonces] = await Promise.all([
      this.#gasFor(from, wanted),
      this.#node.gasMarket(this.#settings.feeStyle),
      this.#node.nonces(from),
    ]);
    const fees = chooseFees(market, gas, maxFee, left);
    const nonce = freeNonce(payment.source, nonces.next, taken);
    return unsignedOf({ ...wanted, chainId: this.#settings.chainId, nonce, gas, fees }, payment.source);
  }

  async replacement(
    payment: Payment,
    stuck: UnsignedTransaction,
    { maxFee }: PaymentBounds,
  ): Promise<UnsignedTransaction | undefined> {
    const old = parsePayment(stuck.bytes);
    const [{ included }, market] = await Promise.all([
      this.#node.nonces(this.#addressOf(payment.source)),
      this.#node.gasMarket(this.#settings.feeStyle),
    ]);
    if (included > old.nonce) return undefined;
    return unsignedOf({ ...old, fees: raisedFees(old.fees, market, old.gas, maxFee) }, payment.source);
  }

  async sweep(index: number, coin: string, bounds: SweepBounds): Promise<readonly Movement[]> {
    const source = { kind: 'deposit', index } as const;
    const from = this.#addressOf(source);
    const { contract } = this.#coin(coin);
    const balance = await this.#spendable(coin, from, bounds);
    if (balance === 0n) return [];
    const whole: Movement = { source, coin, to: this.hotAddress, amount: balance };
    return contract === undefined
      ? await this.#sweepOwn(whole, from, bounds.maxFee)
      : await this.#sweepToken(whole, from, bounds);
  }

  async broadcast(signed: SignedTransaction): Promise<void> {
    try {
      await this.#node.send(`0x${signed.bytes}`);
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      await this.#explainRefusal(signed, error);
    }
  }

  /**
   * Handles a node's refusal of a transaction: returns normally if the node already has the transaction, and otherwise
   * throws the reason. Nodes word the error for a known transaction differently, so the node is asked for the
   * transaction instead.
   */
  async #explainRefusal({ txid, bytes }: SignedTransaction, refusal: RpcRefusal): Promise<void> {
    if ((await this.#node.transaction(txid)) !== undefined) return;
    const { from, nonce } = await readSender(bytes);
    const { included } = await this.#node.nonces(from);
    if (included > nonce) throw new Rejected(`nonce ${nonce} of ${from} is already used`);
    if (/insufficient (funds|balance)/i.test(refusal.message)) throw new InsufficientFunds(refusal.message);
    throw new ChainError(`the node currently rejects ${txid}: ${refusal.message}`);
  }

  /** Throws unless the node has the parent block at the previous height. */
  async #expectParent({ height, hash, parentHash }: EvmBlock): Promise<void> {
    if (height === 0) return;
    const parent = await this.#node.headerOf(parentHash);
    if (parent?.height !== height - 1)
      throw new NodeFault(`the node does not have ${parentHash}, the parent of block ${hash}, at height ${height - 1}`);
  }

  /** For nodes without eth_getBlockReceipts: the receipts of transactions that may have moved something to us. */
  async #receiptsOneByOne(
    block: EvmBlock,
    internal: readonly InternalTransfer[],
    isOurs: (address: string) => boolean,
  ): Promise<EvmReceipt[]> {
    const contracts = [...this.#listed.tokens.keys()];
    const wanted = contracts.length === 0 ? new Set() : await this.#node.transactionsWithTransfers(block, contracts);
    for (const { txid, to } of internal) if (isOurs(to)) wanted.add(txid);
    for (const { txid, to, value } of block.transactions) {
      if (value > 0n && to !== undefined && isOurs(to)) wanted.add(txid);
    }
    const found: EvmReceipt[] = [];
    for (const { txid } of block.transactions) {
      if (wanted.has(txid)) found.push(await this.#node.receiptIn(block, txid));
    }
    return found;
  }

  #transfers(
    block: EvmBlock,
    receipts: readonly EvmReceipt[],
    internal: readonly InternalTransfer[],
    isOurs: (address: string) => boolean,
  ): ChainTransfer[] {
    const receiptOf = new Map(receipts.map((receipt) => [receipt.txid, receipt]));
    const sentWithin = Map.groupBy(internal, ({ txid }) => txid);
    return block.transactions.flatMap((transaction) => {
      const receipt = receiptOf.get(transaction.txid);
      const within = sentWithin.get(transaction.txid) ?? [];
      return receipt === undefined ? [] : transfersOf(transaction, receipt, within, this.#listed, isOurs);
    });
  }

  /** The transactions from our own addresses, including failed ones: a failed transaction uses up its nonce as well. */
  #spends({ transactions }: EvmBlock, sourceOf: SourceOf): ChainSpend[] {
    return transactions.flatMap((transaction) => {
      const source = sourceOf(transaction.from);
      if (source === undefined) return [];
      const { txid, nonce } = transaction;
      return [{ txid, claims: [nonceClaim(source, nonce)], pays: paidBy(transaction, this.#listed) }];
    });
  }

  /**
   * Whether the transaction called a listed token that moved nothing: some old tokens return false instead of failing,
   * and then there is no Transfer log.
   */
  #isSilentToken({ from, to, input }: EvmTransaction, { logs }: EvmReceipt): boolean {
    const receiver = to !== undefined && this.#listed.tokens.has(to) ? readTransferCall(input)?.to : undefined;
    if (receiver === undefined) return false;
    return !logs.some((log) => {
      const moved = readTransferLog(log, this.#listed);
      return moved !== undefined && log.contract === to && moved.from === from && moved.to === receiver;
    });
  }

  async #sweepOwn(whole: Movement, from: Hex, maxFee: bigint): Promise<readonly Movement[]> {
    const [gas, market] = await Promise.all([
      this.#gasFor(from, { contract: undefined, to: getAddress(whole.to), amount: 1n }),
      this.#node.gasMarket(this.#settings.feeStyle),
    ]);
    if (whole.amount < gas * market.needed.cap) return [];
    const fee = gas * chooseFees(market, gas, maxFee, whole.amount).cap;
    return whole.amount > fee * 2n ? [{ ...whole, amount: whole.amount - fee }] : [];
  }

  async #sweepToken(whole: Movement, from: Hex, bounds: SweepBounds): Promise<readonly Movement[]> {
    const [gas, market, has] = await Promise.all([
      this.#gasFor(from, this.#paid(whole)),
      this.#node.gasMarket(this.#settings.feeStyle),
      this.#spendable(this.#listed.own.coin, from, bounds),
    ]);
    const { maxFee } = bounds;
    const fee = gas * chooseFees(market, gas, maxFee, maxFee).cap;
    if (has >= gas * market.needed.cap) return [whole];
    const gasMoney: Movement = { source: { kind: 'hot' }, coin: this.#listed.own.coin, to: from, amount: fee - has };
    return [gasMoney, whole];
  }

  /** The amount of the network's native coin that the source has left for the fee. */
  async #leftForFee(from: Hex, { contract, amount }: Paid, coin: string, bounds: SweepBounds): Promise<bigint> {
    const own = await this.#spendable(this.#listed.own.coin, from, bounds);
    if (contract === undefined) return own - amount;
    const has = await this.#spendable(coin, from, bounds);
    if (has < amount)
      throw new InsufficientFunds(`${from} has ${has} of token ${contract}, less than the ${amount} to pay`);
    return own;
  }

  async #spendable(coin: string, owner: string, bounds: SweepBounds): Promise<bigint> {
    return countedOn(await this.#node.spendable(this.#coin(coin).contract, owner), coin, bounds);
  }

  /**
   * The gas limit. It has a margin, because the gas of a call depends on the transactions before it. Unused gas costs
   * nothing.
   */
  async #gasFor(from: Hex, paid: Paid): Promise<bigint> {
    const most = paid.contract === undefined ? MOST_GAS.own : MOST_GAS.token;
    const gas = await this.#node.gasOf({ from, ...callOf(paid) }, most);
    if (gas > most) throw new WouldFail(`the transaction needs ${gas} gas, but at most ${most} is allowed`);
    return gas === PLAIN_TRANSFER_GAS ? gas : gas + gas / 2n;
  }

  #addressOf(source: PaymentSource): Hex {
    return canonical(
      source.kind === 'hot' ? this.hotAddress : this.addresses.derive(this.#settings.xpub, source.index),
    );
  }

  #paid({ coin, to, amount }: Movement): Paid {
    if (amount <= 0n) throw new RangeError(`the amount of a payment must be positive, not ${amount}`);
    const { contract } = this.#coin(coin);
    return { contract: contract === undefined ? undefined : canonical(contract), to: canonical(to), amount };
  }

  #coin(name: string): ChainCoin {
    const found = this.coins.find(({ coin }) => coin === name);
    if (found === undefined) throw new RangeError(`${name} is not listed on ${this.network}`);
    return found;
  }
}

type Paid = Pick<EvmPayment, 'contract' | 'to' | 'amount'>;

function unsignedOf(payment: EvmPayment, source: PaymentSource): UnsignedTransaction {
  const { gas, fees, nonce } = payment;
  const bytes = serializePayment(payment).slice(2);
  return { bytes, source, claims: [nonceClaim(source, nonce)], maxFee: gas * fees.cap };
}

/** The first unclaimed nonce, starting from `first`. */
function freeNonce(source: PaymentSource, first: number, taken: readonly string[]): number {
  let nonce = first;
  while (taken.includes(nonceClaim(source, nonce))) nonce++;
  return nonce;
}

function listedCoins(coins: readonly ChainCoin[]): EvmCoins {
  const own = coins.find(({ contract }) => contract === undefined);
  if (own === undefined) throw new RangeError("the network's native coin is not listed");
  return {
    own,
    tokens: new Map(coins.flatMap((coin) => (coin.contract === undefined ? [] : [[coin.contract, coin]]))),
  };
}

function canonical(address: string): Hex {
  const found = evmAddresses.parse(address);
  if (found === undefined) throw new RangeError(`${address} is not an EVM address`);
  return getAddress(found);
}
