const DOTS = '•••';

/**
 * Masks an email address: `linh@mail.example` becomes `l•••h@mail.example`. An empty text stays empty, in all functions
 * of this file.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 0) return maskText(email);
  const local = email.slice(0, at);
  return `${maskEnds(local, 1, 1)}${email.slice(at)}`;
}

/** Masks a phone number except its first three characters (the plus sign and two digits) and its last three digits. */
export const maskPhone = (phone: string): string => (phone === '' ? '' : maskEnds(phone, 3, 3));

/** Masks each word of a name except its first letter. */
export const maskName = (name: string): string =>
  name
    .split(' ')
    .map((word) => (word === '' ? '' : `${[...word][0]}${DOTS}`))
    .join(' ');

export const maskText = (text: string): string => (text === '' ? '' : DOTS);

/**
 * Masks an IP address except its beginning, which roughly identifies the network: two of four bytes, or two of eight
 * groups.
 */
export function maskIp(ip: string): string {
  if (ip === '') return '';
  const isV4 = /^\d+\.\d+\.\d+\.\d+$/.test(ip);
  return isV4 ? `${ip.split('.').slice(0, 2).join('.')}.•.•` : `${ip.split(':').slice(0, 2).join(':')}:${DOTS}`;
}

/** Masks the label of an external account, which is an email address or the address of a wallet. */
export const maskLabel = (label: string): string => (label.includes('@') ? maskEmail(label) : maskEnds(label, 4, 4));

const TELLING = /@|^0x|^\+?\d{7,}$|^[\d.]+\.\d+$|^[0-9a-f:]*:[0-9a-f:]+$/i;

/** Masks a detail of an event if the detail identifies the client. */
export function maskDetail(value: string): string {
  if (!TELLING.test(value)) return value;
  if (value.includes('@')) return maskEmail(value);
  return /^0x|^\+?\d{7,}$/i.test(value) ? maskEnds(value, 4, 3) : maskIp(value);
}

/** Masks a text except its first and last characters; a short text is masked completely. */
const maskEnds = (text: string, first: number, last: number): string =>
  text.length > first + last ? `${text.slice(0, first)}${DOTS}${text.slice(-last)}` : maskText(text);
