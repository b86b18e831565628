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

/** An order as the provider reports it. */
export interface PaymentOrder {
  readonly id: string;
  /** `approved` by the payer and not charged yet; `completed`: see the capture. */
  readonly state: 'waiting' | 'approved' | 'completed' | 'void';
  /** Where the payer approves it. */
  readonly approvalUrl: string | undefined;
  readonly reference: string;
  readonly capture: PaymentCapture | undefined;
  /** What was given back to the payer. */
  readonly refunds: readonly ReportedConcern[];
}

/** Money that was taken, or was to be taken. */
export interface PaymentCapture {
  readonly id: string;
  /** `returned`: all or a part of it was given back. */
  readonly state: 'completed' | 'pending' | 'failed' | 'returned';
  readonly currency: string;
  /** In hundredths; NaN where the provider says something that is none. */
  readonly amount: number;
}

/** What a provider sends by itself, exactly as it came. */
export interface ProviderMessage {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Something of a payment that its provider wants known: money went back, or may. */
export interface ReportedConcern {
  readonly kind: 'refunded' | 'reversed' | 'disputed';
  /** The provider's number of the refund or the dispute. */
  readonly id: string;
  /** In hundredths; undefined where the provider does not say. */
  readonly amount: number | undefined;
  readonly detail: string;
  readonly timeMs: number;
  /** Of a dispute: whether the payer has won it, so that its amount went back. */
  readonly isLost?: boolean;
}

/** What a message is about; each number where the message has it. */
export interface ProviderNews {
  readonly orderId: string | undefined;
  readonly captureId: string | undefined;
  readonly concern: ReportedConcern | undefined;
}

/** Takes payments. Every call throws ProviderUnreachable where its outcome is not known. */
export interface PaymentProvider {
  create(request: PaymentRequest): Promise<PaymentOrder>;
  /** Undefined: the provider knows no such order (any more). */
  find(id: string): Promise<PaymentOrder | undefined>;
  /**
   * Charges an approved order and returns its status. The same key charges once; one that is refused stays as it was.
   */
  capture(id: string, key: string): Promise<PaymentOrder | undefined>;
  /** The order that money was charged for; undefined where the provider knows of none. */
  orderOfCapture(captureId: string): Promise<string | undefined>;
  /** What a message says. Throws ForgedMessage where it is not the provider's. */
  read(message: ProviderMessage): Promise<ProviderNews>;
}

/** What became of the request is not known. */
export class ProviderUnreachable extends Error {}

/** Not sent by the provider. */
export class ForgedMessage extends Error {}
