/**
 * Anything that prevents reading from or writing to a network. Usually temporary, so that the operation is retried
 * later.
 */
export class ChainError extends Error {}

/** The node does not respond, or not in time. */
export class NodeUnreachable extends ChainError {}

/** The node responds, but its response cannot be trusted. */
export class NodeFault extends ChainError {}

/** The source's balance does not cover the amount and the fee. */
export class InsufficientFunds extends ChainError {}

/** The network requires a higher fee than allowed. */
export class FeeTooHigh extends ChainError {}

/**
 * The network will never accept these bytes, for example because their claims are used up or they have expired; or a
 * dry run failed (WouldFail).
 */
export class Rejected extends ChainError {}

/** The beginning of the message of a `WouldFail`. */
export const WOULD_FAIL = 'the payment would fail: ';

/**
 * A dry run shows that the payment would fail: its token's contract or its receiver's contract refuses it, or uses too
 * much gas.
 */
export class WouldFail extends Rejected {
  constructor(reason: string) {
    super(`${WOULD_FAIL}${reason}`);
  }
}

/** The bytes are not a plain payment. */
export class MalformedTransaction extends ChainError {}
