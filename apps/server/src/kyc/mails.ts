import { quoted } from '../notifications/mail/mails.ts';
import type { Mail } from '../providers/mail/mail.ts';
import type { PhotoKind } from './proof.ts';

type MailContent = Pick<Mail, 'subject' | 'text'>;

const photoWords: Readonly<Record<PhotoKind, string>> = {
  selfie: 'Your selfie',
  front: 'The front of your document',
  back: 'The back of your document',
};

export const verifiedMail = (brand: string): MailContent => ({
  subject: `Your ${brand} account is verified`,
  text: 'Your proof of identity has been approved, and your account is verified. The limits of the Verified tier now apply to you.',
});

/** Lists the refused photos, with the reviewer's note on each, if any. */
export const refusedMail = (
  brand: string,
  refused: readonly { readonly kind: PhotoKind; readonly note: string }[],
): MailContent => ({
  subject: `${brand} could not accept ${refused.length === 1 ? 'one of your photos' : 'some of your photos'}`,
  text: [
    'Your photo is not clear. Please try again.',
    ...refused.map(({ kind, note }) => (note === '' ? `${photoWords[kind]}.` : `${photoWords[kind]}: ${quoted(note)}`)),
    'Sign in and open Identity to see the reasons. Only the photos listed above need to be sent again. Never send documents by email.',
  ].join('\n\n'),
});
