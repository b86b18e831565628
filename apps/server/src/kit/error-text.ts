import { type ErrorCode, type ErrorWording, errorMessage, errorReasons } from '@vitrine/contract';
import { utcTime } from './utc-time.ts';

type Parameters = Readonly<Record<string, string>>;

/** The English message of an error, for callers that have no texts of their own. */
export function errorText(code: ErrorCode, parameters: Parameters = {}, wording?: ErrorWording): string {
  const { reason, end, time } = parameters;
  const words = {
    ...parameters,
    ...(reason !== undefined && { reason: filled(reasonTexts[reason] ?? reason, parameters) }),
    ...(end !== undefined && { end: utcTime(Number(end)) }),
    ...(time !== undefined && { time: utcTime(Number(time)) }),
  };
  return filled(errorMessage(code, wording), words);
}

const reasonTexts: Readonly<Partial<Record<string, string>>> = errorReasons;

/** The text with each `{name}` replaced by the parameter of that name. */
export const filled = (text: string, words: Parameters): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '');
