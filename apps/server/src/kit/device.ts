/** Where a request came from. */
export interface Device {
  readonly ip: string;
  readonly userAgent: string;
}

/** Of what the exchange itself did: no request of the client's stands behind it. */
export const BY_THE_EXCHANGE: Device = { ip: '', userAgent: '' };

/** What a browser says of itself is cut to so many characters. */
export const LONGEST_USER_AGENT = 256;
