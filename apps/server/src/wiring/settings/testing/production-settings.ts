const SECRET = '6f1d0c7b92e84a3558a1b3c4d9e7f0626f1d0c7b92e84a3558a1b3c4d9e7f062';

/** All settings that production requires besides its database and folder. The providers in them are never called. */
export const productionSettings = {
  MODE: 'production',
  PUBLIC_ORIGIN: 'https://exchange.example',
  TRUSTED_PROXIES: '1',
  SESSION_SECRET: SECRET,
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Vitrine <no-reply@exchange.example>',
  SMS_URL: 'https://sms.example/messages',
  SMS_TOKEN: 'a token of the provider',
  SMS_FROM: 'Vitrine',
  KYC_KEY: `2026a:${SECRET}`,
  NETWORKS: 'none',
};
