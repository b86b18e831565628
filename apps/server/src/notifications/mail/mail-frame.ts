import { deviceName } from '../../kit/device-name.ts';
import type { Texts } from '../../kit/texts.ts';

/** The content of an email, and of the frame around it. */
export interface MailFrame {
  readonly texts: Texts;
  readonly brand: string;
  readonly paragraphs: readonly string[];
  readonly code: string | undefined;
  /** The code by which a client recognizes genuine emails. */
  readonly antiPhishingCode: string | undefined;
  readonly request: { readonly ip: string; readonly userAgent: string; readonly atMs: number } | undefined;
}

/** The email as plain text. */
export function mailText(mail: MailFrame): string {
  const { texts, brand, antiPhishingCode, paragraphs } = mail;
  const recognised =
    antiPhishingCode === undefined ? [] : [texts.say('frame.antiPhishing', { code: antiPhishingCode })];
  return [...recognised, ...paragraphs, ...requestLines(mail), `${brand}. ${warning(mail)}`].join('\n\n');
}

/** The email as HTML with tables and inline styles, which mail programs support. */
export function mailHtml(mail: MailFrame): string {
  const { texts, brand, antiPhishingCode, paragraphs, code } = mail;
  const rows = [
    `<p style="margin:0 0 24px;font:400 26px Georgia,serif;color:#10161c">${escaped(brand)}</p>`,
    antiPhishingCode === undefined
      ? ''
      : `<p style="margin:0 0 24px;padding:10px 14px;border-left:3px solid #0b6ea8;background:#f0f4f7;color:#52606d">${boldCode(texts, antiPhishingCode)}</p>`,
    code === undefined
      ? ''
      : `<p style="margin:0 0 20px;padding:16px;border-radius:10px;background:#f0f4f7;font:600 30px Menlo,Consolas,monospace;letter-spacing:6px;text-align:center;color:#10161c">${escaped(code)}</p>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${escaped(text)}</p>`),
    ...requestLines(mail).map((text) => `<p style="margin:8px 0 0;color:#52606d;font-size:13px">${escaped(text)}</p>`),
    `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e1e7ed;color:#52606d;font-size:13px">${escaped(warning(mail))}</p>`,
  ];
  const body = rows.filter((row) => row !== '').join('\n');
  return `<!doctype html>
<html lang="${texts.language}"><head><meta charset="utf-8"><title>${escaped(brand)}</title></head>
<body style="margin:0;background:#f6f8fa">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;border:1px solid #e1e7ed;border-radius:16px;background:#ffffff">
<tr><td style="padding:32px;font:400 15px/1.5 Helvetica,Arial,sans-serif;color:#10161c">
${body}
</td></tr></table>
</td></tr></table>
</body></html>
`;
}

const warning = ({ texts, brand }: MailFrame) => texts.say('frame.warning', { brand });

/** The line with the client's code in bold, as HTML. */
const boldCode = ({ say }: Texts, code: string): string =>
  escaped(say('frame.antiPhishing', { code: '\n' })).replace(
    '\n',
    () => `<b style="color:#10161c">${escaped(code)}</b>`,
  );

/** Time, IP address and device of the request. The IP address is all that we know about the location. */
function requestLines({ request, texts: { say, time } }: MailFrame): string[] {
  if (request === undefined) return [];
  const { browser, system } = deviceName(request.userAgent);
  const both = browser !== '' && system !== '' ? say('frame.device', { browser, system }) : browser || system;
  const facts = [time(request.atMs), both || say('frame.unknownDevice'), say('frame.ip', { ip: request.ip })];
  return [say('frame.request', { facts: facts.join(' · ') })];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
