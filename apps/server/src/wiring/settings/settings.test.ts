import { SeedKeys } from '@vitrine/chains';
import { describe, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const secret = '6f1d0c7b92e84a35'.repeat(2) + '58a1b3c4d9e7f062'.repeat(2);
const keyOf = (first: string) => `${first}${secret.slice(1)}`;

const production = {
  MODE: 'production',
  DATABASE_URL: 'postgres://exchange:secret@db.example/exchange',
  PUBLIC_ORIGIN: 'https://exchange.example',
  SESSION_SECRET: secret,
  TRUSTED_PROXIES: '1',
  SMTP_URL: 'smtps://mail.example:465',
  MAIL_FROM: 'Vitrine <no-reply@exchange.example>',
  KYC_KEY: `2026a:${keyOf('0')}`,
  SMS_URL: 'https://sms.example/messages',
  SMS_TOKEN: 'a token of the provider',
  SMS_FROM: 'Vitrine',
  NETWORKS: 'none',
};

const networks = {
  NETWORKS: 'ERC20,TRC20,BTC',
  ERC20_NODE_URL: 'https://node.example/key',
  ERC20_TRACES: 'debug',
  ERC20_XPUB: await new SeedKeys(new Uint8Array(32).fill(1)).accountXpub("m/44'/60'/0'"),
  ERC20_HOT_ADDRESS: '0x5EB5e16537b46Ed0b448a30483807bDE49D1246e',
  TRC20_NODE_URL: 'https://api.trongrid.io',
  TRC20_XPUB: await new SeedKeys(new Uint8Array(32).fill(1)).accountXpub("m/44'/195'/0'"),
  TRC20_HOT_ADDRESS: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  BTC_NODE_URL: 'http://127.0.0.1:8332',
  BTC_XPUB: await new SeedKeys(new Uint8Array(32).fill(1)).accountXpub("m/84'/0'/0'"),
  BTC_HOT_ADDRESS: 'bc1qt4qgmcrzjnwqq5d35nuan9c3chct0ufsvcef89',
  SIGNER_URL: 'https://signer.example',
  SIGNER_SECRET: secret,
};

/** The message about wrong settings; empty if all are correct. */
function refusal(environment: Readonly<Record<string, string>>): string {
  try {
    readSettings(environment);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('settings', () => {
  test('an empty environment configures a sandbox on 127.0.0.1:4000 with its own database', () => {
    expect(readSettings({})).toMatchObject({
      mode: 'sandbox',
      host: '127.0.0.1',
      port: 4000,
      dataDir: './.data',
      databaseUrl: undefined,
      compatGet: true,
    });
  });

  test('production with missing settings reports all of them together', () => {
    expect(() => readSettings({ MODE: 'production' })).toThrow(
      /DATABASE_URL is missing.*PUBLIC_ORIGIN is missing.*TRUSTED_PROXIES is missing.*SESSION_SECRET is missing.*SMTP_URL is missing.*MAIL_FROM is missing.*SMS_URL is missing.*SMS_TOKEN is missing.*SMS_FROM is missing.*NETWORKS is missing.*SIGNER_URL is missing.*SIGNER_SECRET is missing.*KYC_KEY is missing/,
    );
  });

  test.each([
    ['HOST', '0.0.0.0'],
    ['PUBLIC_ORIGIN', 'https://exchange.example'],
    ['SMTP_URL', 'smtp://127.0.0.1'],
    ['SMS_URL', 'https://sms.example/messages'],
    ['KYC_KEY', `2026a:${keyOf('0')}`],
    ['ERC20_NODE_URL', 'https://node.example/key'],
    ['PAYPAL_CLIENT_ID', 'id'],
    ['PAYPAL_URL', 'https://api-m.paypal.com'],
    ['GOOGLE_CLIENT_ID', 'id'],
    ['INDEX_SOURCES', 'simulated,okx'],
    ['INDEX_KRAKEN_URL', 'wss://ws.kraken.com/v2'],
    ['INDEX_BITSTAMP_URL', 'wss://ws.bitstamp.net'],
    ['OUTSIDE_MARKET', 'okx'],
    ['OUTSIDE_MARKET_URL', 'https://www.okx.com'],
  ])('a sandbox with %s=%s, as after losing MODE=production, starts only with SANDBOX_IN_PUBLIC=on', (name, value) => {
    const outside = new RegExp(`MODE is sandbox, but ${name} would connect it to the outside`);
    expect(() => readSettings({ [name]: value })).toThrow(outside);
    // Other settings that are required together with this one may still be reported as missing.
    expect(refusal({ [name]: value, SANDBOX_IN_PUBLIC: 'on' })).not.toMatch(outside);
  });

  test('a sandbox may use stand-ins of providers on this machine', () => {
    const settings = readSettings({
      HOST: '::1',
      PUBLIC_ORIGIN: 'http://vitrine.localhost:4000',
      PAYPAL_CLIENT_ID: 'id',
      PAYPAL_SECRET: 'secret',
      PAYPAL_WEBHOOK_ID: 'webhook',
      PAYPAL_URL: 'http://127.0.0.1:8080',
      RATES_URL: 'http://[::1]:8081',
    });
    expect(settings.payments?.paypal.url).toBe('http://127.0.0.1:8080');
  });

  test('the index has the simulated source in a sandbox, and in production only the sources that are named', () => {
    expect(readSettings({}).index.names).toEqual(['simulated']);
    expect(readSettings({ INDEX_SOURCES: 'none' }).index.names).toEqual([]);
    expect(readSettings({ INDEX_SOURCES: 'okx', INDEX_OKX_URL: 'ws://127.0.0.1:9000' }).index).toMatchObject({
      names: ['okx'],
      urls: { okx: 'ws://127.0.0.1:9000', kraken: 'wss://ws.kraken.com/v2' },
    });
    expect(readSettings(production).index.names).toEqual([]);
    expect(readSettings({ ...production, INDEX_SOURCES: 'okx, kraken' }).index).toEqual({
      names: ['okx', 'kraken'],
      urls: {
        okx: 'wss://ws.okx.com:8443/ws/v5/public',
        kraken: 'wss://ws.kraken.com/v2',
        bitstamp: 'wss://ws.bitstamp.net',
      },
      recording: undefined,
    });
  });

  test.each([
    [{ INDEX_SOURCES: 'okx,simulated' }, /INDEX_SOURCES must be none, or .*: okx,kraken,bitstamp\./],
    [{ INDEX_SOURCES: 'okx,okx' }, /INDEX_SOURCES must be/],
    [{ INDEX_SOURCES: 'binance' }, /INDEX_SOURCES must be/],
    [{ INDEX_OKX_URL: 'ws://ws.okx.com/' }, /INDEX_OKX_URL must begin with wss:/],
    [{ INDEX_OKX_URL: 'https://ws.okx.com/' }, /INDEX_OKX_URL must be a URL that begins with/],
    [{ INDEX_OKX_URL: 'wss://ws.okx.com/#a' }, /INDEX_OKX_URL must not contain #/],
    [{ INDEX_RECORDING: 'a.csv' }, /INDEX_RECORDING is a sandbox setting/],
    [{ OUTSIDE_MARKET: 'simulated' }, /OUTSIDE_MARKET must be/],
    [{ OUTSIDE_MARKET_URL: 'http://www.okx.com' }, /OUTSIDE_MARKET_URL must begin with https:/],
  ])('in production, %j is refused', (changes, fault) => {
    expect(refusal({ ...production, ...changes })).toMatch(fault);
  });

  test('a recording is required if the index is to be recorded', () => {
    expect(refusal({ INDEX_SOURCES: 'recorded' })).toContain('INDEX_RECORDING is missing');
    expect(readSettings({ INDEX_SOURCES: 'recorded', INDEX_RECORDING: 'a.csv' }).index.recording).toBe('a.csv');
  });

  test('metrics may have a separate address on this machine, a token, or both', () => {
    expect(readSettings(production).metrics).toEqual({ token: undefined, listen: undefined });
    const listen = { host: '127.0.0.1', port: 9464 };
    expect(readSettings({ ...production, METRICS_LISTEN: '127.0.0.1:9464' }).metrics.listen).toEqual(listen);
    const both = { METRICS_LISTEN: '[::]:9464', METRICS_TOKEN: secret };
    expect(readSettings({ ...production, ...both }).metrics).toEqual({
      token: secret,
      listen: { host: '::', port: 9464 },
    });
  });

  test('production with all settings starts, without the compatibility GETs', () => {
    expect(readSettings(production)).toMatchObject({
      mode: 'production',
      compatGet: false,
      logRetentionHours: undefined,
    });
  });

  test.each([
    ['PORT', '4000x'],
    ['PORT', '70000'],
    ['DATABASE_CONNECTIONS', '1'],
    ['MODE', 'prod'],
    ['COMPAT_GET', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL', 'mysql://db.example/exchange'],
    ['SNAPSHOT_EVERY_COMMANDS', '0'],
    ['LEASE_MS', '500'],
    ['PROMOTION_HOSTS', 'https://shop.example'],
    ['PROMOTION_HOSTS', 'shop.example/offers'],
  ])('%s=%s is refused, and the error names the setting', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`${name} must be`));
  });

  test.each([
    ['PUBLIC_ORIGIN', 'http://exchange.example'],
    ['PUBLIC_ORIGIN', 'https://exchange.example/app'],
    ['SESSION_SECRET', 'short'],
    ['KYC_KEY', 'short'],
    ['KYC_KEY', `2026a:${keyOf('0')},2026a:${keyOf('1')}`],
    ['KYC_KEY', `2026a:${'0'.repeat(64)}`],
    ['SESSION_SECRET', 'a'.repeat(32)],
    ['SESSION_SECRET', 'correct horse '.repeat(8)],
    ['SESSION_SECRET', '0123456789abcdef'.repeat(4)],
    ['TRUSTED_PROXIES', ''],
    ['TRUSTED_PROXIES', 'all'],
    ['METRICS_LISTEN', '0.0.0.0:9464'],
    ['METRICS_LISTEN', '9464'],
    ['METRICS_TOKEN', 'short'],
    ['SANDBOX_IN_PUBLIC', 'on'],
    ['KYC_S3_URL', 'ftp://bucket.example'],
    ['SMS_URL', 'http://sms.example/messages'],
    ['TAPE', '/data/candles'],
  ])('production refuses %s=%s', (name, value) => {
    expect(() => readSettings({ ...production, [name]: value })).toThrow(
      new RegExp(`^Correct these settings.*${name}`),
    );
  });

  test('networks are configured completely, with the contracts of the mainnet unless others are given', () => {
    const contract = '0x1111111111111111111111111111111111111111';
    const settings = readSettings({
      ...production,
      ...networks,
      ERC20_USDC_CONTRACT: contract,
      BTC_NODE_KIND: 'esplora',
    });
    expect(settings.signer).toEqual({ url: 'https://signer.example', secret, caFile: undefined });
    expect(settings.networks).toMatchObject([
      {
        network: 'TRC20',
        genesisHash: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
        tokens: [
          { coin: 'USDT', contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 },
          { coin: 'USDC', contract: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', decimals: 6 },
        ],
      },
      {
        network: 'ERC20',
        chainId: 1,
        tokens: [
          { coin: 'USDT', contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 },
          { coin: 'USDC', contract, decimals: 6 },
        ],
      },
      { network: 'BTC', nodeKind: 'esplora', bitcoin: 'mainnet', tokens: [] },
    ]);
  });

  test('a network may have a second node as its witness, with its own authorization', () => {
    const url = 'https://other.example';
    const witnessed = {
      ...networks,
      NETWORKS: 'ERC20',
      ERC20_WITNESS_URL: url,
      ERC20_WITNESS_AUTHORIZATION: 'Bearer w',
    };
    expect(readSettings({ ...production, ...witnessed }).networks).toMatchObject([
      { nodeAuthorization: undefined, witness: { nodeUrl: url, nodeAuthorization: 'Bearer w' } },
    ]);
    expect(readSettings({ ...production, ...networks, NETWORKS: 'ERC20' }).networks).toMatchObject([
      { witness: undefined },
    ]);
    expect(() => readSettings({ ...production, ...witnessed, ERC20_WITNESS_URL: 'other' })).toThrow(
      'ERC20_WITNESS_URL must be',
    );
  });

  test('Bitcoin may be configured as one of its test networks, with an address on it', () => {
    const regtest = { ...production, ...networks, NETWORKS: 'BTC', BTC_CHAIN: 'regtest' };
    const hot = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
    expect(readSettings({ ...regtest, BTC_HOT_ADDRESS: hot }).networks).toMatchObject([
      { network: 'BTC', bitcoin: 'regtest', hotAddress: hot },
    ]);
    expect(() => readSettings(regtest)).toThrow('BTC_HOT_ADDRESS must be an address of BTC');
    expect(() => readSettings({ ...regtest, BTC_CHAIN: 'litecoin' })).toThrow('BTC_CHAIN must be one of');
  });

  test.each([
    ['NETWORKS', 'ERC20,DOGE', 'NETWORKS must be none, or a comma-separated list of these networks:'],
    ['ERC20_NODE_URL', '', 'ERC20_NODE_URL is missing'],
    ['ERC20_XPUB', '', 'ERC20_XPUB is missing'],
    ['ERC20_XPUB', 'xpub123', 'ERC20_XPUB must be an extended public key'],
    [
      'ERC20_HOT_ADDRESS',
      '0x5EB5e16537b46Ed0b448a30483807bDE49D1246E',
      'ERC20_HOT_ADDRESS must be an address of ERC20',
    ],
    ['TRC20_HOT_ADDRESS', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdh', 'TRC20_HOT_ADDRESS must be an address of TRC20'],
    ['TRC20_GENESIS', '1ebf88508a03865c', 'TRC20_GENESIS must be the hash of the first block'],
    ['BTC_HOT_ADDRESS', '0x5EB5e16537b46Ed0b448a30483807bDE49D1246e', 'BTC_HOT_ADDRESS must be an address of BTC'],
    ['ERC20_USDT_CONTRACT', 'USDT', 'ERC20_USDT_CONTRACT must be an address'],
    ['ERC20_MAX_FEE', 'all', 'ERC20_MAX_FEE must be a decimal amount'],
    ['ERC20_TRACES', '', 'ERC20_TRACES is missing'],
    ['ERC20_TRACES', 'some', 'ERC20_TRACES must be one of'],
    ['SIGNER_URL', '', 'SIGNER_URL is missing'],
    ['SIGNER_URL', 'http://signer.example:7000', 'SIGNER_URL must begin with https://'],
    ['SIGNER_SECRET', 'short', 'SIGNER_SECRET must have at least 32 characters'],
    ['EXPLORER_ERC20', 'https://scan.example/tx', 'EXPLORER_ERC20 must contain {txid}'],
  ])('production refuses networks with %s=%s', (name, value, message) => {
    expect(() => readSettings({ ...production, ...networks, [name]: value })).toThrow(message);
  });

  test('keys for identity documents are read in order, and a bucket is configured completely or not at all', () => {
    const keys = `2026b:${keyOf('1')}, 2026a:${keyOf('0')}`;
    const bucket = { KYC_S3_URL: 'https://s3.example/bucket', KYC_S3_ACCESS_KEY: 'a', KYC_S3_SECRET_KEY: 'b' };
    expect(readSettings({ ...production, ...bucket, KYC_KEY: keys }).kyc).toEqual({
      keys: [
        { id: '2026b', hex: keyOf('1') },
        { id: '2026a', hex: keyOf('0') },
      ],
      retentionDays: 1_825,
      s3: { url: bucket.KYC_S3_URL, region: 'auto', accessKeyId: 'a', secretAccessKey: 'b' },
    });
    expect(() => readSettings({ KYC_S3_URL: bucket.KYC_S3_URL })).toThrow(
      /KYC_S3_ACCESS_KEY is missing.*KYC_S3_SECRET_KEY is missing/,
    );
  });

  test('the error about a malformed DATABASE_URL does not repeat it, because it contains a password', () => {
    expect(() => readSettings({ DATABASE_URL: 'mysql://root:hunter2@db' })).toThrow(/^(?!.*hunter2)/);
  });

  test('sign-in with Google is configured completely or not at all', () => {
    expect(readSettings(production).openId).toBeUndefined();
    const whole = { ...production, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    expect(readSettings(whole).openId).toEqual({
      issuer: 'https://accounts.google.com',
      clientId: 'id',
      clientSecret: 'secret',
    });
    expect(() => readSettings({ ...production, GOOGLE_CLIENT_ID: 'id' })).toThrow(/GOOGLE_CLIENT_SECRET is missing/);
    expect(() => readSettings({ ...production, OIDC_ISSUER: 'https://id.example' })).toThrow(
      /GOOGLE_CLIENT_ID is missing.*GOOGLE_CLIENT_SECRET is missing/,
    );
    expect(() => readSettings({ ...whole, OIDC_ISSUER: 'http://id.example' })).toThrow(/OIDC_ISSUER must be/);
  });
});
