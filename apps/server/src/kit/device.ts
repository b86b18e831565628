import type { Language } from '@vitrine/contract/languages';

/** Where a request came from. */
export interface Device {
  readonly ip: string;
  readonly userAgent: string;
  /** The language of the page that sent the request; for any other program, what its Accept-Language header asks for. */
  readonly language?: Language | undefined;
}

/** The device recorded for actions of the exchange itself, which no client requested. */
export const BY_THE_EXCHANGE: Device = { ip: '', userAgent: '' };

/** A User-Agent is truncated to this many characters. */
export const LONGEST_USER_AGENT = 256;
