import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { decodeTransferCall, TRANSFER_TOPIC } from '../src/tron/trc20.ts';
import { addressOfWord, addressWord } from '../src/tron/tron-address.ts';

/**
 * The simulated node's prices for energy, for a byte of bandwidth and for a new account (two fees). They are the same
 * as on mainnet.
 */
export const ENERGY_SUN = 100n;
export const BYTE_SUN = 1_000n;
export const NEW_ACCOUNT_BANDWIDTH_SUN = 100_000n;
export const NEW_ACCOUNT_SUN = 1_000_000n;
/** The free bandwidth of each account. Unlike on the real network, it is never renewed. */
export const FREE_BYTES = 600n;
/** The energy of a USDT transfer to a receiver who already has USDT, and to a receiver who has none. */
const HOLDER_ENERGY = 64_285n;
const NEW_HOLDER_ENERGY = 130_285n;

export interface Log {
  readonly contract: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** A call of a contract. */
export interface Call {
  readonly caller: string;
  readonly contract: string;
  readonly value: bigint;
  readonly data: Uint8Array;
}

export interface Run {
  readonly result: string;
  readonly logs: readonly Log[];
  readonly energy: bigint;
}

export class Revert extends Error {}

/** A contract, implemented in TypeScript instead of virtual machine code. It changes the ledger, or throws Revert. */
type Contract = (ledger: Ledger, call: Call) => Run;

/** All balances after a block. */
export class Ledger {
  #sun = new Map<string, bigint>();
  #tokens = new Map<string, bigint>();
  #bytes = new Map<string, bigint>();
  readonly #contracts: ReadonlyMap<string, Contract>;

  constructor(contracts: ReadonlyMap<string, Contract>) {
    this.#contracts = contracts;
  }

  copy(): Ledger {
    const copy = new Ledger(this.#contracts);
    copy.#sun = new Map(this.#sun);
    copy.#tokens = new Map(this.#tokens);
    copy.#bytes = new Map(this.#bytes);
    return copy;
  }

  hasAccount(address: string): boolean {
    return this.#sun.has(address);
  }

  sun(address: string): bigint {
    return this.#sun.get(address) ?? 0n;
  }

  addSun(address: string, sun: bigint): void {
    if (this.sun(address) + sun < 0n) throw new Revert('the balance is not sufficient');
    this.#sun.set(address, this.sun(address) + sun);
  }

  tokens(contract: string, address: string): bigint {
    return this.#tokens.get(`${contract} ${address}`) ?? 0n;
  }

  addTokens(contract: string, address: string, amount: bigint): void {
    if (this.tokens(contract, address) + amount < 0n) throw new Revert('the balance is not sufficient');
    this.#tokens.set(`${contract} ${address}`, this.tokens(contract, address) + amount);
  }

  freeBytesUsed(address: string): bigint {
    return this.#bytes.get(address) ?? 0n;
  }

  /** Uses free bandwidth; returns false if there is too little. */
  useFreeBytes(address: string, bytes: bigint): boolean {
    const used = this.freeBytesUsed(address) + bytes;
    if (used > FREE_BYTES) return false;
    this.#bytes.set(address, used);
    return true;
  }

  isContract(address: string): boolean {
    return this.#contracts.has(address);
  }

  run(call: Call): Run {
    const contract = this.#contracts.get(call.contract);
    if (contract === undefined) throw new Revert('there is no such contract');
    this.addSun(call.caller, -call.value);
    this.addSun(call.contract, call.value);
    return contract(this, call);
  }
}

/** A TRC20 token without allowances. Transfers to the refused receivers fail. */
export function token(refused: readonly string[] = []): Contract {
  return (ledger, { caller, contract, data }) => {
    const hex = bytesToHex(data);
    const asked = /^70a08231[0-9a-f]{24}([0-9a-f]{40})$/.exec(hex);
    if (asked !== null) {
      return { result: word(ledger.tokens(contract, addressOfWord(asked[1] ?? ''))), logs: [], energy: 935n };
    }
    // Uses only the last 20 bytes of an address, as contracts do; most wallets rely on that.
    const call = decodeTransferCall(hexToBytes(hex.slice(0, 8) + '0'.repeat(24) + hex.slice(32)));
    if (call === undefined || refused.includes(call.to)) throw new Revert('REVERT opcode executed');
    return moveTokens(ledger, contract, caller, call.to, call.amount);
  };
}

/** A token that moves nothing and reports no error. */
export const silentToken: Contract = (_ledger, { data }) =>
  bytesToHex(data).startsWith('70a08231')
    ? { result: word(10n ** 12n), logs: [], energy: 935n }
    : { result: word(0n), logs: [], energy: HOLDER_ENERGY };

/** Pays its caller's tokens to many receivers. The call has three words for each payment: token, receiver, amount. */
export const batchPayer: Contract = (ledger, { caller, data }) => {
  const words = bytesToHex(data.slice(4)).match(/.{64}/g) ?? [];
  const runs = Array.from({ length: words.length / 3 }, (_, index) => {
    const [contract, to, amount] = words.slice(index * 3, index * 3 + 3);
    return moveTokens(ledger, wordAddress(contract), caller, wordAddress(to), BigInt(`0x${amount}`));
  });
  const energy = runs.reduce((sum, run) => sum + run.energy, 0n);
  return { result: '', logs: runs.flatMap(({ logs }) => logs), energy };
};

/** Each call states an address, to which the TRX received with the call is sent. */
export const forwarder: Contract = (ledger, { contract, value, data }) => {
  ledger.addSun(contract, -value);
  ledger.addSun(wordAddress(bytesToHex(data.slice(4))), value);
  return { result: '', logs: [], energy: 30_000n };
};

export const refuser: Contract = () => {
  throw new Revert('REVERT opcode executed');
};

export function word(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}

export function addressAsWord(address: string): string {
  return bytesToHex(addressWord(address)).padStart(64, '0');
}

function wordAddress(hex = ''): string {
  return addressOfWord(hex.slice(-40));
}

function moveTokens(ledger: Ledger, contract: string, from: string, to: string, amount: bigint): Run {
  const energy = ledger.tokens(contract, to) > 0n ? HOLDER_ENERGY : NEW_HOLDER_ENERGY;
  ledger.addTokens(contract, from, -amount);
  ledger.addTokens(contract, to, amount);
  const topics = [TRANSFER_TOPIC, addressAsWord(from), addressAsWord(to)];
  // The result is false, as it always is for Tether's contract on mainnet.
  return { result: word(0n), logs: [{ contract, topics, data: word(amount) }], energy };
}
