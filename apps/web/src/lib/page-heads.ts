import type english from '../locales/en/pages.json';
import { paths } from './paths.ts';

type Text = keyof typeof english;

/**
 * The titles and descriptions that the server writes into the HTML of public pages, so that search engines and link
 * previews have them without running scripts. `{{coin}}` and `{{name}}` are those of the coin in the URL.
 */
export const pageHeads: readonly (readonly [path: string, title: Text, description: Text])[] = [
  [paths.markets, 'markets', 'marketsText'],
  [paths.marketsPos, 'pos', 'posText'],
  [paths.marketsPow, 'pow', 'powText'],
  [paths.marketsInnovation, 'innovation', 'innovationText'],
  [paths.tradingData, 'data', 'dataText'],
  [paths.price, 'price', 'priceText'],
  [paths.spot, 'spot', 'spotText'],
  [paths.tradeChart, 'chart', 'chartText'],
  [paths.futures, 'futures', 'futuresText'],
  [paths.futuresData, 'futuresData', 'futuresDataText'],
  [paths.simpleEarn, 'earn', 'earnText'],
  [paths.feeRate, 'fees', 'feesText'],
  [paths.about, 'about', 'aboutText'],
  [paths.contact, 'contact', 'contactText'],
  [paths.terms, 'terms', 'termsText'],
  [paths.privacy, 'privacy', 'privacyText'],
  [paths.signIn, 'signIn', 'signInText'],
  [paths.signUp, 'signUp', 'signUpText'],
  [paths.news, 'news', 'newsText'],
];
