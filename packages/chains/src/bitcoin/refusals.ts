/**
 * bitcoind's reasons for rejecting a transaction; Esplora servers pass them on. They are not part of any protocol, but
 * have been stable for years.
 */

/** An input of the transaction spends an output that is already spent, or never existed. */
const spent = /bad-txns-inputs-(missingorspent|spent)|missing inputs/i;

/**
 * The transaction violates the rules of the network, so no node will ever accept it. Does not match violations of rules
 * about time, fees or the pool.
 */
const invalid =
  /mandatory-script-verify-flag-failed|mempool-script-verify-flag-failed|bad-txns-(vin-empty|vout-empty|oversize|vout-negative|vout-toolarge|txouttotal-toolarge|inputs-duplicate|in-belowout|fee-outofrange|inputvalues-outofrange|prevout-null|too-many-sigops)|TX decode failed/i;

export function namesSpentInputs(refusal: string): boolean {
  return spent.test(refusal);
}

export function isInvalid(refusal: string): boolean {
  return invalid.test(refusal) && !/non-mandatory/i.test(refusal);
}
