/** Rate-limit codes of gateways in front of nodes: that of EIP-1474, HTTP status 429, and those of some providers. */
const limitCodes = new Set([429, -32005, -32007, -32016, -32029]);
const limitWords =
  /\brate[ -]?limit|\brate (was |is )?exceeded|request (rate|count|limit)|too many requests|requests? per|per second|compute units|\bquota\b|throttl|over capacity|\bbusy\b|overloaded|^limit exceeded/i;
/**
 * Words in an error that mean that the response exceeds one of the node's limits, so that a retry would fail as well.
 */
const tooMuchWords = /result|response|range|too (large|big)|\bsize\b/i;
/** A word in an error that means that the message comes from a contract, not from the node. */
const contractWords = /revert/i;

/** Whether a JSON-RPC error only means that the node or its provider wants us to wait. */
export function asksToWait(code: number, message: string): boolean {
  if (contractWords.test(message)) return false;
  return limitWords.test(message) || (limitCodes.has(code) && !tooMuchWords.test(message));
}
