import type { Handler } from '../services.ts';

/** The part of the front page that says how to install the web app. */
const OWN_DOWNLOADS = '/#download';

export const downloadApk: Handler<'downloadApk'> = (call) => {
  call.redirect(call.services.settings.appLinks.android ?? OWN_DOWNLOADS);
  return {};
};

export const downloadIos: Handler<'downloadIos'> = (call) => {
  call.redirect(call.services.settings.appLinks.ios ?? OWN_DOWNLOADS);
  return {};
};
