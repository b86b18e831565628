import type { Hex } from 'viem';
import {
  getAddress,
  hexToBigInt,
  keccak256,
  numberToHex,
  parseTransaction,
  recoverAddress,
  serializeTransaction,
} from 'viem/utils';
import type { PaymentSource } from '../chain.ts';
import { MalformedTransaction } from '../chain-errors.ts';
import type { GasFees } from './evm-fees.ts';

/** The selector of `transfer(address,uint256)`: the first four bytes of its hash. */
const TRANSFER = '0xa9059cbb';
/** The data of exactly one call of `transfer`: an address and an amount, each in a word of 32 bytes. */
const TRANSFER_CALL = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/;

/** A transaction that pays and does nothing else. */
export interface EvmPayment {
  readonly chainId: number;
  readonly nonce: number;
  readonly gas: bigint;
  readonly fees: GasFees;
  /** The token's contract; undefined for the network's native coin. */
  readonly contract: Hex | undefined;
  readonly to: Hex;
  readonly amount: bigint;
}

/** The call that makes a payment; a token is paid through its contract. */
export function callOf(payment: Pick<EvmPayment, 'contract' | 'to' | 'amount'>): { to: Hex; value: bigint; data: Hex } {
  const { contract, to, amount } = payment;
  if (contract === undefined) return { to, value: amount, data: '0x' };
  const words = [to, numberToHex(amount)].map((word) => word.slice(2).toLowerCase().padStart(64, '0'));
  return { to: contract, value: 0n, data: `${TRANSFER}${words.join('')}` };
}

/** The unsigned serialization of EIP-1559 or EIP-155; with a signature, the signed serialization. */
export function serializePayment(
  payment: EvmPayment,
  signature?: { readonly r: Hex; readonly s: Hex; readonly recovery: 0 | 1 },
): Hex {
  const { chainId, nonce, gas, fees } = payment;
  const common = { chainId, nonce, gas, ...callOf(payment) };
  const signed =
    signature === undefined
      ? undefined
      : { r: signature.r, s: signature.s, yParity: signature.recovery, v: BigInt(27 + signature.recovery) };
  return fees.style === 'legacy'
    ? serializeTransaction({ ...common, type: 'legacy', gasPrice: fees.cap }, signed)
    : serializeTransaction(
        { ...common, type: 'eip1559', maxFeePerGas: fees.cap, maxPriorityFeePerGas: fees.tip },
        signed,
      );
}

/**
 * Reads the unsigned bytes of a payment, which must be complete and in canonical form. Throws MalformedTransaction for
 * anything else: contract creations, access lists, calls to any other function, calls that also carry coins, payments
 * of nothing, signed transactions.
 * @param bytes hexadecimal, without 0x
 */
export function parsePayment(bytes: string): EvmPayment {
  if (!/^([0-9a-f]{2}){1,400}$/.test(bytes))
    throw new MalformedTransaction('the bytes are not a transaction in lower-case hexadecimal');
  const payment = readFields(`0x${bytes}`);
  // If parsing skipped anything or accepted it leniently, the bytes differ here.
  if (serializePayment(payment) !== `0x${bytes}`)
    throw new MalformedTransaction('the transaction is more than a plain payment');
  return payment;
}

/** The claim for a nonce, which only one transaction of its source can ever use. */
export function nonceClaim(source: PaymentSource, nonce: number): string {
  return source.kind === 'hot' ? `hot:nonce:${nonce}` : `deposit/${source.index}:nonce:${nonce}`;
}

/** The receiver and amount of a call to transfer(address,uint256); undefined for anything else. */
export function readTransferCall(input: Hex): { readonly to: Hex; readonly amount: bigint } | undefined {
  const words = TRANSFER_CALL.exec(input);
  return words === null ? undefined : { to: getAddress(`0x${words[1]}`), amount: hexToBigInt(`0x${words[2]}`) };
}

/** The sender and the nonce of a signed transaction, given in hexadecimal without 0x. */
export async function readSender(bytes: string): Promise<{ readonly from: Hex; readonly nonce: number }> {
  const { r, s, v, yParity, ...unsigned } = parseTransaction(`0x${bytes}`);
  if (r === undefined || s === undefined) throw new MalformedTransaction('the transaction is not signed');
  const recovery = yParity ?? (v === undefined || v % 2n === 1n ? 0 : 1);
  const signature = { r, s, yParity: recovery };
  const from = await recoverAddress({ hash: keccak256(serializeTransaction(unsigned)), signature });
  return { from, nonce: unsigned.nonce ?? 0 };
}

function readFields(bytes: Hex): EvmPayment {
  const { type, chainId, nonce, gas, to, value, data, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = parsed(bytes);
  if (chainId === undefined || to === undefined || to === null || gas === undefined) {
    throw new MalformedTransaction('the transaction must have a network, a receiver and a gas limit');
  }
  const style = feeStyleOf(type);
  const cap = (style === 'legacy' ? gasPrice : maxFeePerGas) ?? 0n;
  const fees = { style, cap, tip: style === 'legacy' ? cap : (maxPriorityFeePerGas ?? 0n) };
  const paid = data === undefined ? { contract: undefined, to, amount: value ?? 0n } : readTransfer(to, data);
  if (paid.amount === 0n) throw new MalformedTransaction('the transaction pays nothing');
  return { chainId, nonce: nonce ?? 0, gas, fees, ...paid, to: getAddress(paid.to) };
}

function parsed(bytes: Hex): ReturnType<typeof parseTransaction<Hex>> {
  try {
    return parseTransaction(bytes);
  } catch (error) {
    throw new MalformedTransaction('the bytes are not a transaction', { cause: error });
  }
}

function feeStyleOf(type: string | undefined): GasFees['style'] {
  if (type !== 'legacy' && type !== 'eip1559')
    throw new MalformedTransaction(`the transaction has the unsupported type ${type}`);
  return type;
}

function readTransfer(contract: Hex, data: Hex): Pick<EvmPayment, 'contract' | 'to' | 'amount'> {
  const paid = readTransferCall(data);
  if (paid === undefined) throw new MalformedTransaction('the call is not transfer(address,uint256)');
  return { contract: getAddress(contract), ...paid };
}
