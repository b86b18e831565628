import type {
  KeyStore,
  SignedTransaction,
  SignRefusal,
  SignRefusalCode,
  SignRequest,
  SimulatedSigner,
} from '@vitrine/chains';

/** In the server's process, with what the signer's rules say of one payment: bytes that do it, and one of them for ever. */
export class RememberingSigner {
  isStopped = false;
  /** What custody should never have asked for. */
  readonly faults: string[] = [];
  readonly #signer: SimulatedSigner;
  readonly #keys: KeyStore;
  readonly #payments = new Map<string, { readonly payment: string; readonly claims: string }>();

  constructor(signer: SimulatedSigner, keys: KeyStore) {
    this.#signer = signer;
    this.#keys = keys;
  }

  async sign(request: SignRequest): Promise<SignedTransaction | SignRefusal> {
    if (this.isStopped) return this.#refusal(request, 'stopped');
    const unsigned = { ...request.unsigned, maxFee: BigInt(request.unsigned.maxFee) };
    const content = this.#signer.read(unsigned);
    const { payment, paymentId } = request;
    const asked = { payment: JSON.stringify([payment, unsigned.source]), claims: content.claims.join() };
    const before = this.#payments.get(paymentId);
    if (content.to !== payment.to || String(content.amount) !== payment.amount)
      return this.#fault(request, 'other_amount');
    if (before !== undefined && before.payment !== asked.payment) return this.#fault(request, 'other_payment');
    if (before !== undefined && before.claims !== asked.claims) return this.#fault(request, 'second_payment');
    this.#payments.set(paymentId, asked);
    return this.#signer.sign(unsigned, this.#keys);
  }

  #fault(request: SignRequest, code: SignRefusalCode): SignRefusal {
    this.faults.push(`${code} was asked of the signer for ${request.paymentId}`);
    return this.#refusal(request, code);
  }

  #refusal({ paymentId }: SignRequest, code: SignRefusalCode): SignRefusal {
    return { code, message: code, wasSigned: this.#payments.has(paymentId) };
  }
}
