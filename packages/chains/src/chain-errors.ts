/** Anything that keeps a network from being read or written to just now. The work is tried again later. */
export class ChainError extends Error {}

/** The node does not answer, or not in time. */
export class NodeUnreachable extends ChainError {}

/** The node answers, and its answer is not to be believed. */
export class NodeFault extends ChainError {}

/** The source cannot pay the amount and the fee. */
export class InsufficientFunds extends ChainError {}

/** The network asks for a higher fee than allowed. */
export class FeeTooHigh extends ChainError {}

/** The network will never take these bytes: what they claim is used up, or they have expired. */
export class Rejected extends ChainError {}

/** The bytes are not a plain payment. */
export class MalformedTransaction extends ChainError {}
