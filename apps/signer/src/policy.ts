import { readFileSync } from 'node:fs';
import { type BitcoinNetworkName, bitcoinNetworkNames, type Network, networks } from '@vitrine/chains';
import { SignerStartError } from './signer-start-error.ts';

/** The payments that the signer's operators allow, read from a separate file that the exchange cannot change. */
export interface Policy {
  /** `simulated`: the sandbox's networks, whose transactions are worthless elsewhere. */
  readonly chains: 'real' | 'simulated';
  readonly networks: ReadonlyMap<Network, NetworkPolicy>;
  /** The blocked addresses as written in the policy file; each network converts them to its canonical form. */
  readonly blocked: readonly string[];
}

/** The limits on one network. Amounts are in the smallest units that coins have on this network. */
export interface NetworkPolicy {
  /** The EIP-155 chain id; undefined if this is not an EVM network. */
  readonly chainId: number | undefined;
  /** The Bitcoin network (mainnet or a test network) that `BTC` stands for. */
  readonly bitcoin: BitcoinNetworkName;
  /** The maximum fee of one payment, and the maximum total of fees in 24 hours, in the network's native coin. */
  readonly maxFee: bigint;
  readonly feesPerDay: bigint;
  readonly coins: ReadonlyMap<string, CoinPolicy>;
}

/** The amounts that may be paid to addresses that are not our own. */
export interface CoinPolicy {
  readonly coin: string;
  readonly decimals: number;
  /** The token's contract; undefined for the network's native coin. */
  readonly contract: string | undefined;
  readonly perPayment: bigint;
  readonly perDay: bigint;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads the file. Throws one SignerStartError that lists everything missing or malformed. */
export function readPolicy(path: string): Policy {
  const reader = new PolicyReader();
  const policy = reader.policy(contentOf(path));
  if (reader.faults.length > 0) throw new SignerStartError(`Correct ${path}: ${reader.faults.join('; ')}.`);
  return policy;
}

function contentOf(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new SignerStartError(`The policy ${path} cannot be read: ${(error as Error).message}`);
  }
}

class PolicyReader {
  readonly faults: string[] = [];

  policy(value: unknown): Policy {
    const fields = this.#record(value, 'the policy');
    const chains = fields.chains ?? 'real';
    if (chains !== 'real' && chains !== 'simulated') this.#fault('chains', 'must be real or simulated');
    const entries = Object.entries(this.#record(fields.networks, 'networks'));
    if (entries.length === 0) this.#fault('networks', 'is empty: add at least one network');
    return {
      chains: chains === 'simulated' ? 'simulated' : 'real',
      networks: new Map(entries.flatMap(([name, network]) => this.#network(name, network, chains === 'real'))),
      blocked: this.#texts(fields.blocked ?? [], 'blocked'),
    };
  }

  #network(name: string, value: unknown, isReal: boolean): [Network, NetworkPolicy][] {
    const network = networks.find((known) => known === name);
    if (network === undefined) return this.#fault(name, `is not one of the networks ${networks.join(', ')}`, []);
    const fields = this.#record(value, name);
    const coins = Object.entries(this.#record(fields.coins, `${name}.coins`)).map(([coin, policy]) =>
      this.#coin(coin, policy, `${name}.${coin}`),
    );
    const own = coins.filter(({ contract }) => contract === undefined);
    if (own.length !== 1)
      this.#fault(`${name}.coins`, "must contain the network's native coin, and every other coin needs a contract");
    const decimals = own[0]?.decimals ?? 0;
    return [
      [
        network,
        {
          chainId: isReal && (network === 'ERC20' || network === 'BEP20') ? this.#chainId(fields, name) : undefined,
          bitcoin: this.#bitcoin(fields.chain ?? 'mainnet', network),
          maxFee: this.#amount(fields.maxFee, decimals, `${name}.maxFee`),
          feesPerDay: this.#amount(fields.feesPerDay, decimals, `${name}.feesPerDay`),
          coins: new Map(coins.map((coin) => [coin.coin, coin])),
        },
      ],
    ];
  }

  #coin(coin: string, value: unknown, where: string): CoinPolicy {
    const fields = this.#record(value, where);
    const decimals = this.#integer(fields.decimals, 0, 36, `${where}.decimals`);
    const contract = fields.contract;
    if (contract !== undefined && typeof contract !== 'string') this.#fault(`${where}.contract`, 'must be a string');
    return {
      coin,
      decimals,
      contract: typeof contract === 'string' ? contract : undefined,
      perPayment: this.#amount(fields.perPayment, decimals, `${where}.perPayment`),
      perDay: this.#amount(fields.perDay, decimals, `${where}.perDay`),
    };
  }

  #chainId(fields: Fields, name: string): number {
    return this.#integer(fields.chainId, 1, Number.MAX_SAFE_INTEGER, `${name}.chainId`);
  }

  #bitcoin(value: unknown, network: Network): BitcoinNetworkName {
    const name = bitcoinNetworkNames.find((known) => known === value);
    if (name !== undefined && (network === 'BTC' || name === 'mainnet')) return name;
    return this.#fault(
      `${network}.chain`,
      `applies only to Bitcoin, where it must be one of ${bitcoinNetworkNames.join(', ')}`,
      'mainnet',
    );
  }

  #integer(value: unknown, least: number, most: number, where: string): number {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return value;
    return this.#fault(where, `must be a whole number from ${least} to ${most}`, least);
  }

  /** Converts whole coins as a decimal string, such as '0.05', to smallest units. */
  #amount(value: unknown, decimals: number, where: string): bigint {
    const match = typeof value === 'string' ? /^([0-9]{1,30})(?:\.([0-9]+))?$/.exec(value) : null;
    const fraction = match?.[2] ?? '';
    if (match === null || fraction.length > decimals)
      return this.#fault(where, `must be an amount as a string, such as "0.05", with at most ${decimals} decimals`, 0n);
    return BigInt(`${match[1]}${fraction.padEnd(decimals, '0')}`);
  }

  #texts(value: unknown, where: string): string[] {
    if (Array.isArray(value) && value.every((text) => typeof text === 'string')) return value;
    return this.#fault(where, 'must be a list of strings', []);
  }

  #record(value: unknown, where: string): Fields {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
    return this.#fault(where, 'is missing or not a JSON object', {});
  }

  #fault(where: string, what: string): void;
  #fault<T>(where: string, what: string, otherwise: T): T;
  #fault<T>(where: string, what: string, otherwise?: T): T | undefined {
    this.faults.push(`${where} ${what}`);
    return otherwise;
  }
}
