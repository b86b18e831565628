import type { Hex } from 'viem';
import { getAddress } from 'viem/utils';
import type { ChainCoin, ChainPaid, ChainTransfer } from '../chain.ts';
import type { EvmLog, EvmReceipt, EvmTransaction } from './evm-block.ts';
import type { InternalTransfer } from './evm-traces.ts';
import { readTransferCall } from './evm-transaction.ts';

/** The topic of ERC-20's Transfer event: the hash of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export interface EvmCoins {
  readonly own: ChainCoin;
  /** The listed tokens, keyed by their contract's address in canonical form. */
  readonly tokens: ReadonlyMap<string, ChainCoin>;
}

/** Reads a Transfer log of a listed contract; undefined for any other log. */
export function readTransferLog(
  { contract, topics, data }: EvmLog,
  { tokens }: EvmCoins,
): { readonly coin: string; readonly from: Hex; readonly to: Hex; readonly amount: bigint } | undefined {
  const token = tokens.get(contract);
  const [event, from, to] = topics;
  // An ERC-20 transfer has three topics and one word of data; a fourth topic means the transfer of an NFT (ERC-721).
  if (token === undefined || event !== TRANSFER_TOPIC || topics.length !== 3 || data.length !== 66) return undefined;
  if (from === undefined || to === undefined || !isAddressWord(from) || !isAddressWord(to)) return undefined;
  return { coin: token.coin, from: addressOf(from), to: addressOf(to), amount: BigInt(data) };
}

/**
 * Transfers of one transaction to our addresses; none if it failed. A log is identified by its index within the
 * transaction, which is the same in any block.
 */
export function transfersOf(
  transaction: EvmTransaction,
  receipt: EvmReceipt,
  internal: readonly InternalTransfer[],
  coins: EvmCoins,
  isOurs: (address: string) => boolean,
): ChainTransfer[] {
  if (!receipt.succeeded) return [];
  const { txid, from, to, value } = transaction;
  const own = { txid, coin: coins.own.coin };
  const direct = to === undefined ? [] : [{ ...own, output: 'native', from, to, amount: value }];
  const inner = internal.map((sent) => ({
    ...own,
    output: `internal:${sent.place}`,
    from: sent.from,
    to: sent.to,
    amount: sent.value,
  }));
  const logged = receipt.logs.flatMap((log, index) => {
    const moved = readTransferLog(log, coins);
    return moved === undefined ? [] : [{ txid, output: `log:${index}`, ...moved }];
  });
  return [...direct, ...inner, ...logged].filter((each) => each.amount > 0n && isOurs(each.to));
}

/** The payments stated in a transaction's own bytes. Contract calls are decoded only if they are plain transfers. */
export function paidBy({ to, value, input }: EvmTransaction, { own, tokens }: EvmCoins): ChainPaid[] {
  if (to === undefined) return [];
  const token = tokens.get(to);
  const call = token === undefined ? undefined : readTransferCall(input);
  const paid = value > 0n ? [{ coin: own.coin, to, amount: value }] : [];
  return token === undefined || call === undefined ? paid : [...paid, { coin: token.coin, ...call }];
}

function isAddressWord(word: Hex): boolean {
  return word.startsWith(`0x${'0'.repeat(24)}`);
}

function addressOf(word: Hex): Hex {
  return getAddress(`0x${word.slice(-40)}`);
}
