import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { newsMark, newsView } from './news-view.ts';

export const withdrawNews: Handler<typeof endpoints.consoleWithdrawNews> = async ({
  services,
  session,
  body,
  audit,
}) => {
  const { id, version, reason } = body;
  audit({ subject: `news ${id}`, before: { version }, reason });
  const news = await services.support.news.withdraw(id, { version, reason, staffId: session.staffId });
  audit({ after: newsMark(news) });
  return { item: newsView(news, Date.now()) };
};
