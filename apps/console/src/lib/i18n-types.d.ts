import 'i18next';
import type access from '../locales/en/access.json';
import type approvals from '../locales/en/approvals.json';
import type audit from '../locales/en/audit.json';
import type common from '../locales/en/common.json';
import type dual from '../locales/en/dual.json';
import type earn from '../locales/en/earn.json';
import type health from '../locales/en/health.json';
import type kyc from '../locales/en/kyc.json';
import type listing from '../locales/en/listing.json';
import type news from '../locales/en/news.json';
import type people from '../locales/en/people.json';
import type promotions from '../locales/en/promotions.json';
import type purchases from '../locales/en/purchases.json';
import type rewards from '../locales/en/rewards.json';
import type risk from '../locales/en/risk.json';
import type settings from '../locales/en/settings.json';
import type staff from '../locales/en/staff.json';
import type support from '../locales/en/support.json';
import type treasury from '../locales/en/treasury.json';
import type withdrawals from '../locales/en/withdrawals.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      access: typeof access;
      approvals: typeof approvals;
      audit: typeof audit;
      dual: typeof dual;
      earn: typeof earn;
      health: typeof health;
      settings: typeof settings;
      treasury: typeof treasury;
      common: typeof common;
      kyc: typeof kyc;
      listing: typeof listing;
      news: typeof news;
      promotions: typeof promotions;
      purchases: typeof purchases;
      people: typeof people;
      rewards: typeof rewards;
      risk: typeof risk;
      staff: typeof staff;
      support: typeof support;
      withdrawals: typeof withdrawals;
    };
  }
}
