import {
  type AddressFormat,
  accountPath,
  type ChainCoin,
  evmAddresses,
  type KeyStore,
  SeedKeys,
  SimulatedChain,
  simulatedContract,
} from '@vitrine/chains';
import type { CoinNetwork } from '../../../exchange-settings/coin-networks.ts';
import type { Random } from './random.ts';

const seedKeys = new SeedKeys(Buffer.from('0f'.repeat(32), 'hex'));

/** Remembers what takes long, the same in every schedule. */
function remembering<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}

export const keys: KeyStore = {
  publicKey: remembering((path) => seedKeys.publicKey(path)),
  accountXpub: remembering((path) => seedKeys.accountXpub(path)),
  sign: (path, digest) => seedKeys.sign(path, digest),
};

const derived = remembering((place: string) => {
  const [xpub = '', index = ''] = place.split(' ');
  return evmAddresses.derive(xpub, Number(index));
});

export const addresses: AddressFormat = {
  family: evmAddresses.family,
  parse: (text) => evmAddresses.parse(text),
  fromPublicKey: (publicKey) => evmAddresses.fromPublicKey(publicKey),
  derive: (xpub, index) => derived(`${xpub} ${index}`),
};

export const depositXpub: string = await keys.accountXpub(accountPath('evm', 'deposit'));
export const hotAddress: string = addresses.derive(await keys.accountXpub(accountPath('evm', 'hot')), 0);

export interface LedgerCoin extends ChainCoin {
  readonly asset: number;
  readonly scale: number;
}

/** An address of nobody, the same each time. */
export const addressOf = (text: string): string => {
  const address = addresses.parse(`0x${Buffer.from(text).toString('hex').padStart(40, '0').slice(-40)}`);
  if (address === undefined) throw new Error(`no address can be made of ${text}`);
  return address;
};

export interface Outside {
  readonly txid: string;
  readonly output: string;
  readonly coin: string;
  readonly to: string;
  readonly amount: bigint;
}

interface MinedBlock {
  readonly hash: string;
  readonly parentHash: string;
  readonly height: number;
  /** What came from outside and moved a listed coin. */
  readonly arrivals: readonly Outside[];
  /** What accounts of ours sent. */
  readonly sent: readonly { readonly txid: string; readonly to: string; readonly succeeded: boolean }[];
}

/** What a seed makes of a network: its coins, their rows, its blocks with their forks, and who sends what. */
export class NetworkOfSeed {
  readonly chain: SimulatedChain;
  readonly coins: readonly LedgerCoin[];
  readonly rows: CoinNetwork[];
  readonly premine: Readonly<Record<string, bigint>>;
  readonly #random: Random;
  readonly #trace: (line: string) => void;
  /** Every block that ever was, by its hash. */
  readonly #blocks = new Map<string, MinedBlock>();
  #highest = 0;

  constructor(random: Random, nowMs: () => number, trace: (line: string) => void) {
    this.#random = random;
    this.#trace = trace;
    const network = random.pick(['ERC20', 'BEP20'] as const);
    const own = network === 'ERC20' ? 'ETH' : 'BNB';
    this.coins = [
      { coin: own, decimals: 18, asset: 1, scale: 8 },
      {
        coin: 'USDT',
        decimals: network === 'ERC20' ? 6 : 18,
        contract: simulatedContract('USDT'),
        asset: 2,
        scale: 6,
      },
    ];
    this.rows = this.coins.map(({ coin }) => this.#row(coin, network));
    const isPoor = random.chance(0.3);
    this.premine = Object.fromEntries(
      this.coins.map(({ coin, decimals }) => [coin, (isPoor ? 20n : 100_000n) * 10n ** BigInt(decimals)]),
    );
    const { coins, premine } = this;
    this.chain = new SimulatedChain({ network, coins, addresses, xpub: depositXpub, hotAddress, premine, nowMs });
    this.#keep();
    trace(`${network}: ${this.rows.map((row) => `${row.coin} ${row.creditConfirmations}/${row.unlockConfirmations}`)}`);
  }

  get native(): LedgerCoin {
    return this.coin(this.rows[0]?.coin ?? '');
  }

  coin(code: string): LedgerCoin {
    const found = this.coins.find(({ coin }) => coin === code);
    if (found === undefined) throw new Error(`no ${code} here`);
    return found;
  }

  row(coin: string): CoinNetwork | undefined {
    return this.rows.find((row) => row.coin === coin);
  }

  /** So many blocks after it, a block is never replaced. */
  get finalAfter(): number {
    return Math.min(...this.rows.map(({ unlockConfirmations }) => unlockConfirmations));
  }

  /** A block with all that waits, or with what chance lets in. */
  mine(takes = 1): void {
    this.chain.mine(() => takes === 1 || this.#random.chance(takes));
    this.#keep();
    this.#trace(`block ${this.chain.tip.height} ${this.chain.tip.hash.slice(0, 10)}`);
  }

  mineMany(count: number): void {
    for (let block = 0; block < count; block++) this.mine();
  }

  /** Goes another way, where that takes back nothing that is final. Some of what was included never comes again. */
  fork(): void {
    const { height } = this.chain.tip;
    const deepest = height - Math.max(1, this.#highest - this.finalAfter + 1);
    if (deepest < 1) return;
    const depth = this.#random.between(1, Math.min(30, deepest));
    const keeps = this.#random.pick([1, 1, 0.7, 0]);
    this.#trace(`fork of ${depth} blocks, ${keeps} of what they had waits again`);
    this.chain.forkBack(depth, () => this.#random.chance(keeps));
    const more = this.#random.between(-1, 2);
    for (let block = 0; block < depth + more; block++) this.mine(this.#random.pick([1, 0.5, 0]));
  }

  /** Somebody outside sends something to one of these, or only seems to. */
  send(receivers: readonly string[]): void {
    const outputs = Array.from({ length: this.#random.pick([1, 1, 1, 2, 3]) }, () => {
      const { coin, decimals } = this.#random.pick(this.coins);
      const to = this.#random.chance(0.1) ? addressOf('somebody else') : this.#random.pick(receivers);
      return { coin: this.#random.chance(0.07) ? 'FAKE' : coin, to, amount: String(this.#amount(decimals)) };
    });
    const succeeded = this.#random.chance(0.93);
    const txid = this.pay(outputs, succeeded);
    const what = outputs.map(({ coin, amount, to }) => `${amount} ${coin} to ${to.slice(0, 8)}`);
    this.#trace(`sent ${txid.slice(0, 10)} ${succeeded ? '' : '(fails) '}${what}`);
  }

  pay(outputs: readonly { coin: string; to: string; amount: string }[], succeeded = true): string {
    const txid = `0x${this.#random.hex(32)}`;
    return this.chain.pay(outputs, { txid, succeeded, from: this.#random.hex(20) });
  }

  /** Dust, less than the minimum, odd amounts with digits that the ledger does not count, and too much. */
  #amount(decimals: number): bigint {
    const unit = 10n ** BigInt(decimals);
    const odd = BigInt(this.#random.below(1_000_000_007));
    const kind = this.#random.next();
    if (kind < 0.05) return 0n;
    if (kind < 0.12) return odd % 1_000n;
    if (kind < 0.3) return unit / 10n + (odd % (unit / 10n));
    if (kind < 0.31) return unit * 10n ** 12n;
    return BigInt(this.#random.between(1, 300)) * unit + (odd % unit);
  }

  /** One of our transactions that wait is included without moving anything. */
  failOne(): void {
    const ours = this.chain.waiting().filter(({ nonce }) => nonce !== undefined);
    if (ours.length === 0) return;
    const { txid } = this.#random.pick(ours);
    this.#trace(`${txid.slice(0, 10)} will move nothing`);
    this.chain.fail(txid);
  }

  /** From this block back to the first that is kept. */
  *back(hash: string): Generator<MinedBlock> {
    for (let block = this.#blocks.get(hash); block !== undefined; block = this.#blocks.get(block.parentHash))
      yield block;
  }

  #keep(): void {
    const block = this.chain.save().blocks.at(-1);
    if (block === undefined) throw new Error('a block was mined');
    const { hash, parentHash, height, transactions } = block;
    this.#highest = Math.max(this.#highest, height);
    const arrivals = transactions
      .filter(({ nonce, succeeded }) => nonce === undefined && succeeded)
      .flatMap(({ txid, outputs }) =>
        outputs.map(({ coin, to, amount }, index) => ({
          txid,
          output: `out:${index}`,
          coin,
          to,
          amount: BigInt(amount),
        })),
      )
      .filter(({ coin, amount }) => amount > 0n && this.coins.some((listed) => listed.coin === coin));
    const sent = transactions
      .filter(({ nonce }) => nonce !== undefined)
      .map(({ txid, outputs, succeeded }) => ({ txid, to: outputs[0]?.to ?? '', succeeded }));
    this.#blocks.set(hash, { hash, parentHash, height, arrivals, sent });
  }

  #row(coin: string, network: CoinNetwork['network']): CoinNetwork {
    const creditConfirmations = this.#random.between(1, 4);
    return {
      coin,
      network,
      minimumDeposit: '1',
      creditConfirmations,
      unlockConfirmations: creditConfirmations + this.#random.pick([0, 2, 5, 12, 27]),
      minimumWithdrawal: '1',
      withdrawalFee: '0.5',
      sweepAbove: '20',
      depositsOpen: true,
      withdrawalsOpen: true,
    };
  }
}
