import { type Letter, paragraphs, quoted } from '../notifications/mail/mails.ts';
import type { PhotoKind } from './proof.ts';

export const verifiedMail =
  (brand: string): Letter =>
  ({ say }) => ({ subject: say('verified.subject', { brand }), text: say('verified.text') });

/** Lists the refused photos, with the reviewer's note on each, if any. */
export const refusedMail =
  (brand: string, refused: readonly { readonly kind: PhotoKind; readonly note: string }[]): Letter =>
  ({ say }) => ({
    subject: say(refused.length === 1 ? 'photos.subjectOne' : 'photos.subjectSome', { brand }),
    text: paragraphs(
      say('photos.lead'),
      ...refused.map(({ kind, note }) => `${say(`photos.${kind}`)}${note === '' ? '.' : `: ${quoted(note)}`}`),
      say('photos.end'),
    ),
  });
