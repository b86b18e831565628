/** Currencies the provider charges in. Each has two decimals. */
export type ChargeCurrency = 'USD' | 'EUR' | 'GBP' | 'AUD' | 'CAD';

/** What somebody is to be charged. */
export interface PaymentRequest {
  /** The same key is the same order. */
  readonly key: string;
  readonly currency: ChargeCurrency;
  /** In hundredths. */
  readonly amount: number;
  /** Our own number of it. */
  readonly reference: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

/** An order as the provider tells it. */
export interface PaymentOrder {
  readonly id: string;
  /** `approved` by the payer and not charged yet; `completed`: see the capture. */
  readonly state: 'waiting' | 'approved' | 'completed' | 'void';
  /** Where the payer approves it. */
  readonly approvalUrl: string | undefined;
  readonly reference: string;
  readonly capture: PaymentCapture | undefined;
}

/** Money that was taken, or was to be taken. */
export interface PaymentCapture {
  readonly id: string;
  readonly state: 'completed' | 'pending' | 'failed';
  readonly currency: string;
  /** In hundredths; NaN where the provider says something that is none. */
  readonly amount: number;
}

/** What a provider sends by itself, exactly as it came. */
export interface ProviderMessage {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Takes payments. Every call throws ProviderUnreachable where its outcome is not known. */
export interface PaymentProvider {
  create(request: PaymentRequest): Promise<PaymentOrder>;
  /** Undefined: the provider knows no such order (any more). */
  find(id: string): Promise<PaymentOrder | undefined>;
  /** Charges an approved order and tells how it stands then. The same key charges once; one that is refused stays as it was. */
  capture(id: string, key: string): Promise<PaymentOrder | undefined>;
  /** The order that a message is about, if any. Throws ForgedMessage where it is not the provider's. */
  orderOf(message: ProviderMessage): Promise<string | undefined>;
}

/** What became of the request is not known. */
export class ProviderUnreachable extends Error {}

/** Not sent by the provider. */
export class ForgedMessage extends Error {}
