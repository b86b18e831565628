import 'i18next';
import type auth from '../locales/en/auth.json';
import type buy from '../locales/en/buy.json';
import type common from '../locales/en/common.json';
import type convert from '../locales/en/convert.json';
import type dashboard from '../locales/en/dashboard.json';
import type deposit from '../locales/en/deposit.json';
import type desk from '../locales/en/desk.json';
import type earn from '../locales/en/earn.json';
import type fees from '../locales/en/fees.json';
import type futures from '../locales/en/futures.json';
import type history from '../locales/en/history.json';
import type home from '../locales/en/home.json';
import type info from '../locales/en/info.json';
import type kyc from '../locales/en/kyc.json';
import type markets from '../locales/en/markets.json';
import type news from '../locales/en/news.json';
import type notifications from '../locales/en/notifications.json';
import type pay from '../locales/en/pay.json';
import type profile from '../locales/en/profile.json';
import type referral from '../locales/en/referral.json';
import type restrictions from '../locales/en/restrictions.json';
import type rewards from '../locales/en/rewards.json';
import type security from '../locales/en/security.json';
import type settings from '../locales/en/settings.json';
import type studies from '../locales/en/studies.json';
import type support from '../locales/en/support.json';
import type trade from '../locales/en/trade.json';
import type transfer from '../locales/en/transfer.json';
import type wallet from '../locales/en/wallet.json';
import type withdraw from '../locales/en/withdraw.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      auth: typeof auth;
      buy: typeof buy;
      common: typeof common;
      convert: typeof convert;
      dashboard: typeof dashboard;
      desk: typeof desk;
      earn: typeof earn;
      fees: typeof fees;
      futures: typeof futures;
      history: typeof history;
      home: typeof home;
      info: typeof info;
      kyc: typeof kyc;
      markets: typeof markets;
      news: typeof news;
      notifications: typeof notifications;
      pay: typeof pay;
      profile: typeof profile;
      referral: typeof referral;
      restrictions: typeof restrictions;
      rewards: typeof rewards;
      security: typeof security;
      settings: typeof settings;
      studies: typeof studies;
      support: typeof support;
      trade: typeof trade;
      deposit: typeof deposit;
      transfer: typeof transfer;
      wallet: typeof wallet;
      withdraw: typeof withdraw;
    };
  }
}
