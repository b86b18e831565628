/** Where a request came from. */
export interface Device {
  readonly ip: string;
  readonly userAgent: string;
}

/** The device recorded for actions of the exchange itself, which no client requested. */
export const BY_THE_EXCHANGE: Device = { ip: '', userAgent: '' };

/** A User-Agent is truncated to this many characters. */
export const LONGEST_USER_AGENT = 256;
