import { networks, type PaymentSource, paymentPurposes, type SignedBefore, type SignRequest } from '@vitrine/chains';

type Fields = Readonly<Record<string, unknown>>;

const MAX_INDEX = 0x7fff_ffff;

/** Parses a request; undefined if a part is missing or malformed. */
export function parseSignRequest(body: string): SignRequest | undefined {
  const fields = record(json(body));
  const payment = paymentOf(record(fields.payment));
  const unsigned = unsignedOf(record(fields.unsigned));
  const network = networks.find((known) => known === fields.network);
  const signedBefore = signedBeforeOf(fields.signedBefore);
  const { paymentId } = fields;
  if (!isName(paymentId) || network === undefined || unsigned === undefined || payment === undefined) return undefined;
  return signedBefore && { paymentId, network, unsigned, payment, signedBefore };
}

/**
 * The signed transactions that the request lists: empty if it has no such field, undefined if the field is malformed.
 */
function signedBeforeOf(given: unknown): readonly SignedBefore[] | undefined {
  if (given === undefined) return [];
  return Array.isArray(given) && given.every(isSignedBefore) ? given : undefined;
}

function isSignedBefore(value: unknown): value is SignedBefore {
  const { paymentId, hash, builtAtMs } = record(value);
  return isName(paymentId) && typeof hash === 'string' && isWholeNumber(builtAtMs, Number.MAX_SAFE_INTEGER);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,100}$/.test(value);
}

function unsignedOf(fields: Fields): SignRequest['unsigned'] | undefined {
  const { bytes, claims, maxFee, expiresAtMs } = fields;
  const source = sourceOf(record(fields.source));
  const isWhole =
    typeof bytes === 'string' &&
    /^(?:[0-9a-fA-F]{2})+$/.test(bytes) &&
    Array.isArray(claims) &&
    claims.every((claim) => typeof claim === 'string') &&
    isAmount(maxFee) &&
    (expiresAtMs === undefined || isWholeNumber(expiresAtMs, Number.MAX_SAFE_INTEGER));
  if (!isWhole || source === undefined) return undefined;
  return { bytes, source, claims, maxFee, ...(expiresAtMs === undefined ? {} : { expiresAtMs }) };
}

function paymentOf({ purpose, coin, to, amount, toIndex }: Fields): SignRequest['payment'] | undefined {
  const known = paymentPurposes.find((one) => one === purpose);
  const isWhole =
    typeof coin === 'string' &&
    typeof to === 'string' &&
    isAmount(amount) &&
    (toIndex === undefined || isWholeNumber(toIndex, MAX_INDEX));
  if (!isWhole || known === undefined) return undefined;
  return { purpose: known, coin, to, amount, ...(toIndex === undefined ? {} : { toIndex }) };
}

function sourceOf({ kind, index }: Fields): PaymentSource | undefined {
  if (kind === 'hot') return { kind };
  return kind === 'deposit' && isWholeNumber(index, MAX_INDEX) ? { kind, index } : undefined;
}

function isAmount(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9]{1,78}$/.test(value);
}

function isWholeNumber(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= most;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function record(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
