import { type Answer, call } from '../../lib/api.ts';

export type NewsItem = Answer<'GET /api/v3/console/news'>['news'][number];
/** One that the news have already, or a file that is sent with them. */
export type ChosenPicture = Pick<NonNullable<NewsItem['picture']>, 'id'> | File;

/** Of any version, for staff. */
export const pictureUrl = (id: string): string => `/api/v3/console/news/picture?id=${id}`;

/** Sends the file; answers the id by which the news name it. */
export async function uploadPicture(file: File): Promise<string> {
  const body = new Uint8Array(await file.arrayBuffer());
  return (await call('POST /api/v3/console/uploads/news-picture', { body })).upload_id;
}
