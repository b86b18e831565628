import { type CallResponse, call } from '../../lib/api.ts';

export type NewsItem = CallResponse<'GET /api/v3/console/news'>['news'][number];
/** The item's existing picture, or a file to upload. */
export type ChosenPicture = Pick<NonNullable<NewsItem['picture']>, 'id'> | File;

/** URL of any version's picture, for staff. */
export const pictureUrl = (id: string): string => `/api/v3/console/news/picture?id=${id}`;

/** Uploads the file; returns the id by which a news item refers to it. */
export async function uploadPicture(file: File): Promise<string> {
  const body = new Uint8Array(await file.arrayBuffer());
  return (await call('POST /api/v3/console/uploads/news-picture', { body })).upload_id;
}
