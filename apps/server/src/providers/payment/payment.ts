/** Currencies in which the provider charges. Each has two decimals. */
export type ChargeCurrency = 'USD' | 'EUR' | 'GBP' | 'AUD' | 'CAD';

/** A charge to create. */
export interface PaymentRequest {
  /** Requests with the same key refer to the same order. */
  readonly key: string;
  readonly currency: ChargeCurrency;
  /** The amount in hundredths of the currency. */
  readonly amount: number;
  /** Our own reference number for the payment. */
  readonly reference: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

/** An order as the provider reports it. */
export interface PaymentOrder {
  readonly id: string;
  /**
   * `approved`: the payer has approved the order, but nothing is charged yet. `completed`: the capture says whether the
   * charge succeeded.
   */
  readonly state: 'waiting' | 'approved' | 'completed' | 'void';
  /** The page on which the payer approves the order. */
  readonly approvalUrl: string | undefined;
  readonly reference: string;
  readonly capture: PaymentCapture | undefined;
  /** Refunds to the payer. */
  readonly refunds: readonly ReportedConcern[];
}

/** A charge, completed or attempted. */
export interface PaymentCapture {
  readonly id: string;
  /** `returned`: some or all of the charge was refunded. */
  readonly state: 'completed' | 'pending' | 'failed' | 'returned';
  readonly currency: string;
  /** The amount in hundredths of the currency; NaN if the provider's amount is invalid. */
  readonly amount: number;
}

/** A provider's webhook message, exactly as received. */
export interface ProviderMessage {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A provider's report that a payment's money has been returned, or may be returned. */
export interface ReportedConcern {
  readonly kind: 'refunded' | 'reversed' | 'disputed';
  /** The provider's id of the refund or dispute. */
  readonly id: string;
  /** The amount in hundredths of the currency; undefined if the provider does not report it. */
  readonly amount: number | undefined;
  readonly detail: string;
  readonly timeMs: number;
  /** For a dispute: whether we have lost it, so that its amount was returned to the payer. */
  readonly isLost?: boolean;
}

/** What a message is about. Each id is present if the message contains it. */
export interface ProviderNews {
  readonly orderId: string | undefined;
  readonly captureId: string | undefined;
  readonly concern: ReportedConcern | undefined;
}

/** Takes payments. Every call throws ProviderUnreachable if its outcome is unknown. */
export interface PaymentProvider {
  create(request: PaymentRequest): Promise<PaymentOrder>;
  /** An order; undefined if the provider does not know it, or no longer knows it. */
  find(id: string): Promise<PaymentOrder | undefined>;
  /**
   * Charges an approved order and returns it. Of several calls with the same key, only one charges. If the charge is
   * refused, the order stays unchanged.
   */
  capture(id: string, key: string): Promise<PaymentOrder | undefined>;
  /** The id of the order to which a capture belongs; undefined if the provider does not know. */
  orderOfCapture(captureId: string): Promise<string | undefined>;
  /**
   * Whether the message has a signature in the provider's format. This is only a cheap first check: `read` verifies the
   * signature.
   */
  isSigned(message: ProviderMessage): boolean;
  /** Returns the content of a message. Throws ForgedMessage if the provider did not send it. */
  read(message: ProviderMessage): Promise<ProviderNews>;
}

/** The outcome of the request is unknown. */
export class ProviderUnreachable extends Error {}

/** The message was not sent by the provider. */
export class ForgedMessage extends Error {}
