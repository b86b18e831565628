import {
  type SignedTransaction,
  SignerUnreachable,
  type SignRefusal,
  type SignRefusalCode,
  type SignRequest,
} from '@vitrine/chains';
import { Broken, type Figures } from './findings.ts';
import type { NetworkOfSeed } from './network-of-seed.ts';
import { decodeOrder, type Order, signedOf, txidOf } from './played-transactions.ts';

/**
 * A new transaction of a payment is signed only once the earlier ones have been expired for this long, by the signer's
 * clock.
 */
const EXPIRY_MARGIN_MS = 120_000;

export const signerMoods = ['well', 'stopped', 'away', 'loses answers', 'slow'] as const;
export type SignerMood = (typeof signerMoods)[number];

export interface SignedOrder extends Order {
  readonly txid: string;
  readonly bytes: string;
}

/**
 * A signer in the server's process. It checks that the bytes make the requested payment, and that only one transaction
 * of a payment can be included.
 */
export class RememberingSigner {
  mood: SignerMood = 'well';
  /** Requests that custody should never have made. */
  readonly faults: Broken[] = [];
  readonly #network: NetworkOfSeed;
  readonly #figures: Figures;
  readonly #nowMs: () => number;
  /** Called while the signer works, so that the network can change meanwhile. */
  readonly #meanwhile: () => void;
  readonly #payments = new Map<string, { readonly payment: string; readonly orders: SignedOrder[] }>();

  constructor(network: NetworkOfSeed, figures: Figures, nowMs: () => number, meanwhile: () => void) {
    this.#network = network;
    this.#figures = figures;
    this.#nowMs = nowMs;
    this.#meanwhile = meanwhile;
  }

  get signed(): readonly SignedOrder[] {
    return [...this.#payments.values()].flatMap(({ orders }) => orders);
  }

  async sign(request: SignRequest): Promise<SignedTransaction | SignRefusal> {
    if (this.mood === 'away') throw new SignerUnreachable('the signer does not respond');
    if (this.mood === 'stopped') return this.#refusal(request, 'stopped');
    if (this.mood === 'slow') this.#meanwhile();
    const answer = this.#answer(request);
    if (this.mood === 'loses answers') throw new SignerUnreachable('the response is lost');
    return answer;
  }

  #answer(request: SignRequest): SignedTransaction | SignRefusal {
    const { payment, paymentId, unsigned } = request;
    const order = decodeOrder(unsigned.bytes);
    const [paid] = order.outputs;
    if (paid?.to !== payment.to || String(paid.amount) !== payment.amount || order.paymentId !== paymentId)
      return this.#fault(request, 'other_amount', 'the transaction pays a different amount');
    const asked = JSON.stringify([payment, unsigned.source]);
    const known = this.#payments.get(paymentId) ?? { payment: asked, orders: [] };
    if (known.payment !== asked)
      return this.#fault(request, 'other_payment', 'the same bytes were requested earlier for a different payment');
    if (!known.orders.some(({ bytes }) => bytes === unsigned.bytes)) {
      const refusal = this.#judge(request, order, known.orders);
      if (refusal !== undefined) return refusal;
      if (unsigned.source.kind === 'deposit') this.#checkFunds(order);
      known.orders.push({ ...order, txid: txidOf(unsigned.bytes), bytes: unsigned.bytes });
      this.#figures['transactions signed']++;
    }
    this.#payments.set(paymentId, known);
    return signedOf(unsigned.bytes);
  }

  /** Judges whether another transaction of a payment may be signed. Returns the refusal if not, otherwise undefined. */
  #judge(request: SignRequest, order: Order, former: readonly SignedOrder[]): SignRefusal | undefined {
    const last = former.at(-1);
    if (last === undefined) return undefined;
    if (order.expiresAtMs !== undefined) return this.#judgeExpired(request, former);
    if (last.claims.join() !== order.claims.join())
      return this.#fault(request, 'second_payment', 'its claims differ from those of the previous transaction');
    if (order.fee <= last.fee)
      return this.#fault(request, 'second_payment', 'its fee is not above that of the previous transaction');
    this.#figures['transactions replaced at a higher fee']++;
    return undefined;
  }

  /**
   * Checks that a sweep spends only funds that no reorg removes. Two kinds of sweeps are not checked. Replacements: if
   * the address cannot pay the increased fee, the transaction to be replaced can still be included. Sweeps on networks
   * with outputs: the chain itself selects final outputs.
   */
  #checkFunds({ paymentId, from, outputs, fee, isReplacement }: Order): void {
    const { native, chain } = this.#network;
    if (isReplacement || chain.shape === 'outputs') return;
    for (const { coin } of this.#network.coins) {
      const paid = outputs.filter((one) => one.coin === coin).map(({ amount }) => amount);
      const spent = [coin === native.coin ? fee : 0n, ...paid].reduce((sum, amount) => sum + amount);
      const settled = this.#network.settledAt(from, coin);
      const told = `${paymentId} spends ${spent} ${coin}, of which ${settled} is final`;
      if (spent > settled) this.faults.push(new Broken('a sweep spends only what is final', told));
    }
  }

  #judgeExpired(request: SignRequest, former: readonly SignedOrder[]): SignRefusal | undefined {
    const expiredAtMs = Math.max(...former.map(({ expiresAtMs = 0 }) => expiresAtMs));
    if (!this.#network.isOver(expiredAtMs))
      return this.#fault(request, 'second_payment', 'the previous transaction may still be included');
    if (former.some(({ txid }) => this.#network.isIncluded(txid)))
      return this.#fault(request, 'second_payment', 'the previous transaction was included');
    if (expiredAtMs + EXPIRY_MARGIN_MS >= this.#nowMs()) return this.#refusal(request, 'second_payment');
    this.#figures['payments rebuilt after they expired']++;
    return undefined;
  }

  #fault(request: SignRequest, code: SignRefusalCode, what: string): SignRefusal {
    const check = 'another transaction of a payment is signed only to replace the previous one';
    this.faults.push(new Broken(check, `${request.paymentId}: ${what}`));
    return this.#refusal(request, code);
  }

  #refusal({ paymentId }: SignRequest, code: SignRefusalCode): SignRefusal {
    return { code, message: code, wasSigned: this.#payments.has(paymentId) };
  }
}
