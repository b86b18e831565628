/** Rate-limit codes of gateways in front of nodes: EIP-1474's, HTTP's status, and those of some providers. */
const limitCodes = new Set([429, -32005, -32007, -32016, -32029]);
const limitWords =
  /\brate[ -]?limit|\brate (was |is )?exceeded|request (rate|count|limit)|too many requests|requests? per|per second|compute units|\bquota\b|throttl|over capacity|\bbusy\b|overloaded|^limit exceeded/i;
/** Words which say that the answer exceeds a limit of the node: a later retry would give the same. */
const tooMuchWords = /result|response|range|too (large|big)|\bsize\b/i;
/** A word which shows that the message is a contract's, not the node's. */
const contractWords = /revert/i;

/** Whether an error of JSON-RPC only means that the node or its provider wants us to wait. */
export function asksToWait(code: number, message: string): boolean {
  if (contractWords.test(message)) return false;
  return limitWords.test(message) || (limitCodes.has(code) && !tooMuchWords.test(message));
}
