import type { Handler } from '../../services.ts';
import { newsDraft, newsMark, newsView } from './news-view.ts';

export const consoleNews: Handler<'consoleNews'> = async ({ services }) => ({
  news: (await services.support.news.all()).map((news) => newsView(news, Date.now())),
});

export const newsVersions: Handler<'consoleNewsVersions'> = async ({ services, query }) => ({
  versions: (await services.support.news.versions(query.id)).map((news) => newsView(news, Date.now())),
});

export const consoleNewsPicture: Handler<'consoleNewsPicture'> = async ({ services, query, show }) => {
  const jpeg = await services.support.news.pictureOfAny(query.id);
  show('image/jpeg');
  return jpeg;
};

export const publishNews: Handler<'consolePublishNews'> = async ({ services, session, body, audit }) => {
  const news = await services.support.news.publish(newsDraft(body), session.staffId);
  audit({ subject: `news ${news.id}`, after: newsMark(news) });
  return { item: newsView(news, Date.now()) };
};

export const editNews: Handler<'consoleEditNews'> = async ({ services, session, body, audit }) => {
  const { id, version, reason } = body;
  audit({ subject: `news ${id}`, before: { version }, reason });
  const news = await services.support.news.edit(id, newsDraft(body), { version, reason, staffId: session.staffId });
  audit({ after: newsMark(news) });
  return { item: newsView(news, Date.now()) };
};

export const withdrawNews: Handler<'consoleWithdrawNews'> = async ({ services, session, body, audit }) => {
  const { id, version, reason } = body;
  audit({ subject: `news ${id}`, before: { version }, reason });
  const news = await services.support.news.withdraw(id, { version, reason, staffId: session.staffId });
  audit({ after: newsMark(news) });
  return { item: newsView(news, Date.now()) };
};
