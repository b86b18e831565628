import type { Handler } from '../services.ts';

/** The front page's section with the installation instructions. */
const OWN_DOWNLOADS = '/#download';

export const downloadApk: Handler<'downloadApk'> = (call) => {
  call.redirect(call.services.settings.appLinks.android ?? OWN_DOWNLOADS);
  return {};
};

export const downloadIos: Handler<'downloadIos'> = (call) => {
  call.redirect(call.services.settings.appLinks.ios ?? OWN_DOWNLOADS);
  return {};
};
