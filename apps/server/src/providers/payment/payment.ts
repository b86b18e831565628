/** Currencies the provider charges in. Each has two decimals. */
export type ChargeCurrency = 'USD' | 'EUR' | 'GBP' | 'AUD' | 'CAD';

/** A charge to create. */
export interface PaymentRequest {
  /** The same key is the same order. */
  readonly key: string;
  readonly currency: ChargeCurrency;
  /** In hundredths. */
  readonly amount: number;
  /** Our own number for it. */
  readonly reference: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

/** An order as the provider reports it. */
export interface PaymentOrder {
  readonly id: string;
  /** `approved` by the payer and not charged yet; `completed`: see the capture. */
  readonly state: 'waiting' | 'approved' | 'completed' | 'void';
  /** The page where the payer approves it. */
  readonly approvalUrl: string | undefined;
  readonly reference: string;
  readonly capture: PaymentCapture | undefined;
  /** Refunds to the payer. */
  readonly refunds: readonly ReportedConcern[];
}

/** A charge, completed or attempted. */
export interface PaymentCapture {
  readonly id: string;
  /** `returned`: some or all of it was refunded. */
  readonly state: 'completed' | 'pending' | 'failed' | 'returned';
  readonly currency: string;
  /** In hundredths; NaN if the provider's amount is invalid. */
  readonly amount: number;
}

/** A provider's webhook message, exactly as received. */
export interface ProviderMessage {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A provider's report on a payment: money was returned, or may be. */
export interface ReportedConcern {
  readonly kind: 'refunded' | 'reversed' | 'disputed';
  /** The provider's number of the refund or the dispute. */
  readonly id: string;
  /** In hundredths; undefined where the provider does not say. */
  readonly amount: number | undefined;
  readonly detail: string;
  readonly timeMs: number;
  /** For a dispute: whether the payer has won it, so that its amount was returned. */
  readonly isLost?: boolean;
}

/** What a message is about; each number if the message has it. */
export interface ProviderNews {
  readonly orderId: string | undefined;
  readonly captureId: string | undefined;
  readonly concern: ReportedConcern | undefined;
}

/** Takes payments. Every call throws ProviderUnreachable if its outcome is unknown. */
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
  /** The content of a message. Throws ForgedMessage if it is not the provider's. */
  read(message: ProviderMessage): Promise<ProviderNews>;
}

/** The outcome of the request is unknown. */
export class ProviderUnreachable extends Error {}

/** Not sent by the provider. */
export class ForgedMessage extends Error {}
