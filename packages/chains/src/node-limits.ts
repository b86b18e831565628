/** What gateways before nodes give who asks too often: EIP-1474's code, HTTP's own status, and those of single providers. */
const limitCodes = new Set([429, -32005, -32007, -32016, -32029]);
const limitWords =
  /\brate[ -]?limit|\brate (was |is )?exceeded|request (rate|count|limit)|too many requests|requests? per|per second|compute units|\bquota\b|throttl|over capacity|\bbusy\b|overloaded|^limit exceeded/i;
/** The answer is more than the node gives: asking again later gives the same. */
const tooMuchWords = /result|response|range|too (large|big)|\bsize\b/i;
/** A contract's own words are no word of the node. */
const contractWords = /revert/i;

/** Whether an error of JSON-RPC says nothing about what was asked: the node, or who keeps it, wants us to wait. */
export function asksToWait(code: number, message: string): boolean {
  if (contractWords.test(message)) return false;
  return limitWords.test(message) || (limitCodes.has(code) && !tooMuchWords.test(message));
}
