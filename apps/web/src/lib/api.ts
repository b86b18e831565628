import type { Calls, ErrorCode } from '@vitrine/contract';
import { CallError, createCaller, errorSentences } from '@vitrine/ui';
import { i18n } from './i18n.ts';
import { dateTimeText } from './when.ts';

export type CallKey = keyof Calls;
export type CallResponse<K extends CallKey> = Calls[K]['response'];

export const {
  call,
  callForBlob,
  onRefusal,
  toError: toApiError,
} = createCaller<Calls, ErrorCode>((code) => i18n.t(`common:errors.${code}`), errorSentences(i18n, dateTimeText));

/** A refused or failed call. `message` is a sentence that may be shown as it is. */
export const ApiError = CallError;
export type ApiError = Awaited<ReturnType<typeof toApiError>>;

/** A message for any thrown value. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError ? error.message : i18n.t('common:errors.unexpected');

/** A new Idempotency-Key for one intended action. */
export const newIdempotencyKey = (): string => crypto.randomUUID();
