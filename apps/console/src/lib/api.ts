import type { Calls, ErrorCode } from '@vitrine/contract';
import { CallError, createCaller, errorSentences } from '@vitrine/ui';
import { i18n } from './i18n.ts';
import { utcText } from './times.ts';

export type CallKey = keyof Calls;
export type CallResponse<K extends CallKey> = Calls[K]['response'];

export const { call, onRefusal } = createCaller<Calls, ErrorCode>(
  (code) => i18n.t(`common:errors.${code}`),
  errorSentences(i18n, (ms) => `${utcText(ms)} UTC`),
);

/** A user-facing sentence for any thrown value. */
export const errorText = (error: unknown): string =>
  error instanceof CallError ? error.message : i18n.t('common:errors.unexpected');
