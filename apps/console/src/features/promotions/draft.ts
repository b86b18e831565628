import { type Language, languages } from '@vitrine/contract/languages';
import { type CallResponse, call } from '../../lib/api.ts';

export type Promotion = CallResponse<'GET /api/v3/console/promotions'>['promotions'][number];
type Text = Promotion['texts'][number];

/** The fields' contents, unparsed. */
export interface Draft extends Pick<Promotion, 'place' | 'link'> {
  /** By language. A language without a title counts as untranslated. */
  readonly texts: Readonly<Record<Language, Omit<Text, 'language'>>>;
  /** UTC, in the format of the browser's date and time field. */
  readonly startsAt: string;
  readonly endsAt: string;
  /** The id of the current picture, or a file to upload. */
  readonly picture: string | File | undefined;
}

const DAY_MS = 86_400_000;
const fieldText = (ms: number): string => new Date(ms).toISOString().slice(0, 16);
const NO_TEXT = { title: '', text: '', alt: '' };

export function draftOf(promotion: Promotion | undefined, nowMs: number): Draft {
  const textOf = (language: Language) => promotion?.texts.find((text) => text.language === language) ?? NO_TEXT;
  const texts = Object.fromEntries(
    languages.map((language) => {
      const { title, text, alt } = textOf(language);
      return [language, { title, text, alt }];
    }),
  ) as Draft['texts'];
  return {
    place: promotion?.place ?? 'promotion',
    link: promotion?.link ?? '/',
    texts,
    startsAt: fieldText(promotion?.starts_at ?? nowMs),
    endsAt: fieldText(promotion?.ends_at ?? nowMs + 7 * DAY_MS),
    picture: promotion?.picture,
  };
}

/** Why a draft cannot be submitted; undefined if it can. */
export function faultOf({ texts, link, startsAt, endsAt, picture }: Draft) {
  const written = Object.values(texts).filter(({ title }) => title.trim() !== '');
  if (texts.en.title.trim().length < 3) return 'english' as const;
  if (!/^(\/(?![/\\])|https:\/\/)\S*$/.test(link)) return 'link' as const;
  if (!(Date.parse(`${startsAt}Z`) < Date.parse(`${endsAt}Z`))) return 'times' as const;
  if (picture !== undefined && written.some(({ alt }) => alt.trim() === '')) return 'alt' as const;
  return undefined;
}

/** Publishes a new promotion, or a new version of one. */
export async function send(draft: Draft, promotion: Promotion | undefined, reason: string): Promise<void> {
  const { place, link, texts, startsAt, endsAt, picture } = draft;
  const uploaded = picture instanceof File && { upload_id: await uploadPicture(picture) };
  const body = {
    place,
    link,
    texts: languages.flatMap((language) =>
      texts[language].title.trim() === '' ? [] : [{ language, ...texts[language] }],
    ),
    starts_at: Date.parse(`${startsAt}Z`),
    ends_at: Date.parse(`${endsAt}Z`),
    ...uploaded,
  };
  if (promotion === undefined) {
    await call('POST /api/v3/console/promotions/publish', { body });
    return;
  }
  const { id, version } = promotion;
  await call('POST /api/v3/console/promotions/edit', {
    body: { ...body, id, version, reason, ...(picture === undefined && { no_picture: true }) },
  });
}

export const pictureUrl = (id: string): string => `/api/v3/console/news/picture?id=${id}`;

async function uploadPicture(file: File): Promise<string> {
  const body = new Uint8Array(await file.arrayBuffer());
  return (await call('POST /api/v3/console/uploads/news-picture', { body })).upload_id;
}
