import { type AddressFormat, accountPath, type KeyStore, type PaymentSource } from '@vitrine/chains';

/** The addresses that belong to the signer's own keys on one network. */
export class OwnAddresses {
  readonly #format: AddressFormat;
  readonly depositXpub: string;
  readonly hot: string;

  private constructor(format: AddressFormat, depositXpub: string, hot: string) {
    this.#format = format;
    this.depositXpub = depositXpub;
    this.hot = hot;
  }

  static async of(format: AddressFormat, keys: KeyStore): Promise<OwnAddresses> {
    const hotXpub = await keys.accountXpub(accountPath(format.family, 'hot'));
    const depositXpub = await keys.accountXpub(accountPath(format.family, 'deposit'));
    return new OwnAddresses(format, depositXpub, format.derive(hotXpub, 0));
  }

  at(source: PaymentSource): string {
    return source.kind === 'hot' ? this.hot : this.#format.derive(this.depositXpub, source.index);
  }
}
