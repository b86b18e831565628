import { type AddressFormat, type KeyStore, type PaymentSource } from '@vitrine/chains';
/** The addresses that the signer's own keys belong to, on one network. */
export declare class OwnAddresses {
    #private;
    readonly depositXpub: string;
    readonly hot: string;
    private constructor();
    static of(format: AddressFormat, keys: KeyStore): Promise<OwnAddresses>;
    at(source: PaymentSource): string;
}
