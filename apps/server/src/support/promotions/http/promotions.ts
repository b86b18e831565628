import type { Language } from '@vitrine/contract/languages';
import type { Handler } from '../../services.ts';
import type { Promotion } from '../promotions.ts';

export const listPromotions: Handler<'promotions'> = async ({ services, device: { language = 'en' } }) => ({
  promotions: (await services.support.promotions.shown()).map((each) => onWire(each, language)),
});

function onWire({ id, place, texts, link, picture, endsAtMs }: Promotion, language: Language) {
  const { title = '', text = '', alt = '' } = texts[language] ?? texts.en ?? {};
  return {
    id,
    place,
    title,
    text,
    link,
    imageurl: picture === undefined ? '' : `/api/v3/promotion-picture?id=${picture}`,
    image_alt: picture === undefined ? '' : alt,
    until: endsAtMs,
  };
}

/** How long browsers and proxies may cache a picture: a withdrawn picture may remain visible for this long. */
const KEPT_SECONDS = 86_400;

export const getPromotionPicture: Handler<'promotionPicture'> = async ({ services, query, show }) => {
  const jpeg = await services.support.promotions.picture(query.id);
  show('image/jpeg', { for: 'everyone', seconds: KEPT_SECONDS });
  return jpeg;
};
