import type { i18n as I18n } from 'i18next';
import type errors from '../locales/en/errors.json';

/** A code that has a sentence. */
export type WordedCode = keyof (typeof errors)['codes'];

/** What a refused call is answered with. */
export interface ErrorFields<Code extends string> {
  readonly code: Code;
  /** Which of the code's other sentences it is. */
  readonly variant?: string;
  /** In English. */
  readonly message: string;
  readonly retryable: boolean;
  /** Codes, numbers, amounts and times, from which the sentence is made. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Parameters that are Unix milliseconds. */
const TIMES = ['end', 'time'] as const;

/** Writes errors in the reader's language; in English where there is no sentence for the code. */
export const errorSentences =
  (i18n: I18n, timeText: (ms: number) => string) =>
  async ({ code, variant, message, parameters = {} }: ErrorFields<string>): Promise<string> => {
    await i18n.loadNamespaces('errors');
    const t = i18n.getFixedT(null, 'errors');
    if (!i18n.exists(`errors:codes.${code}`)) return message;
    const { reason } = parameters;
    const isWord = reason !== undefined && /^\w+$/.test(reason) && i18n.exists(`errors:reasons.${reason}`);
    const times = TIMES.flatMap((name) => {
      const ms = Number(parameters[name] ?? Number.NaN);
      return Number.isFinite(ms) ? [[name, timeText(ms)]] : [];
    });
    const words = {
      ...parameters,
      ...Object.fromEntries(times),
      ...(isWord && { reason: t(`reasons.${reason}`, { replace: parameters }) }),
    };
    return t(`codes.${code}`, { ...(variant !== undefined && { context: variant }), replace: words });
  };
