import type { Handler } from '../../services.ts';

const SHOWN = 6;

export const listOutsideNews: Handler<'outsideNews'> = async ({ services }) => {
  const { outsideNews } = services.support;
  const { source } = outsideNews;
  const items = await outsideNews.newest(SHOWN);
  return {
    ...(source === undefined ? {} : { source: { name: source.name, url: `${new URL(source.url).origin}/` } }),
    items: items.map(({ title, summary, url, publishedMs }) => ({ title, summary, url, time: publishedMs })),
  };
};
