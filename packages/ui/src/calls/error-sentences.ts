import type { i18n as I18n } from 'i18next';
import type errors from '../locales/en/errors.json';

/** A code that has a sentence. */
export type WordedCode = keyof (typeof errors)['codes'];

/** The response to a refused call. */
export interface ErrorFields<Code extends string> {
  readonly code: Code;
  /** Selects a different sentence for the same code. */
  readonly variant?: string;
  /** In English. */
  readonly message: string;
  readonly retryable: boolean;
  /** Codes, numbers, amounts and times to fill into the sentence. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** The names of the parameters that are times, in milliseconds since the Unix epoch. */
const TIMES = ['end', 'time'] as const;
/** The names of the parameters that are words of the API, such as `buy`, for which `errors:words` has texts. */
const WORDS = ['side', 'wallet'] as const;

/** Describes errors in the reader's language, or in English if the code has no sentence. */
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
    const named = WORDS.flatMap((name) => {
      const key = `words.${name}.${parameters[name]}` as 'words.side.buy';
      return parameters[name] !== undefined && i18n.exists(`errors:${key}`) ? [[name, t(key)]] : [];
    });
    const words = {
      ...parameters,
      ...Object.fromEntries(named),
      ...Object.fromEntries(times),
      ...(isWord && { reason: t(`reasons.${reason}`, { replace: parameters }) }),
    };
    return t(`codes.${code}`, { ...(variant !== undefined && { context: variant }), replace: words });
  };
