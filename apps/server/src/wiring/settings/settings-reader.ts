import { isVaried, type Network, networks } from '@vitrine/chains';
import type { NamedKey } from '../../files/key-ring.ts';
import type { S3Settings } from '../../providers/blobs/s3-blobs.ts';
import { isLoopback } from '../../providers/loopback.ts';
import type { OpenIdSettings } from '../../providers/openid/openid-client.ts';
import { StartError } from '../process/start-error.ts';
import type { EnvironmentReader } from './network-settings.ts';
import type { PaymentSettings, Settings } from './settings.ts';

const PAYPAL = 'https://api-m.paypal.com';
const GOOGLE_ISSUER = 'https://accounts.google.com';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings from the environment and collects their faults. */
export class SettingsReader implements EnvironmentReader {
  readonly #environment: Environment;
  readonly #faults: string[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  text(name: string): string | undefined {
    const value = this.#environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  word<const W extends readonly string[]>(name: string, words: W, otherwise: W[number]): W[number] {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    if (words.includes(value)) return value;
    this.fault(name, `must be one of ${words.join(', ')}`);
    return otherwise;
  }

  integer(name: string, otherwise: number, least: number, most: number): number {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    const number = Number(value);
    if (/^[0-9]+$/.test(value) && number >= least && number <= most) return number;
    this.fault(name, `must be a whole number from ${least} to ${most}`);
    return otherwise;
  }

  retention(name: string, otherwise: number | undefined): number | undefined {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    return value === 'forever' ? undefined : this.integer(name, 0, 1, 1_000_000);
  }

  url(name: string, protocols: readonly string[], required: boolean): string | undefined {
    const value = this.required(name, required);
    if (value === undefined) return undefined;
    if (protocols.includes(parseUrl(value)?.protocol ?? '')) return value;
    this.fault(name, `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    return undefined;
  }

  /** Host names, separated by commas. */
  hosts(name: string): readonly string[] {
    const hosts = (this.text(name) ?? '').split(',').flatMap((host) => host.trim() || []);
    if (hosts.every((host) => parseUrl(`https://${host}/`)?.host === host)) return hosts;
    this.fault(name, 'must be host names such as shop.example, in lower case, separated by commas');
    return [];
  }

  origin(name: string, required: boolean): string | undefined {
    const value = this.required(name, required);
    if (value === undefined) return undefined;
    const url = parseUrl(value);
    const protocols = required ? ['https:'] : ['https:', 'http:'];
    if (url !== undefined && protocols.includes(url.protocol) && url.origin === value) return value;
    this.fault(name, 'must be an origin such as https://exchange.example, without a path');
    return undefined;
  }

  secret(name: string, required: boolean): string | undefined {
    const value = this.required(name, required);
    if (value === undefined) return undefined;
    if (value.length < 32) this.fault(name, 'must have at least 32 characters');
    else if (!isVaried(value)) this.fault(name, 'is not random enough: generate one with openssl rand -hex 32');
    return value;
  }

  mail(required: boolean): Settings['mail'] {
    if (!required) return undefined;
    const smtpUrl = this.url('SMTP_URL', ['smtp:', 'smtps:'], true);
    const from = this.required('MAIL_FROM', true);
    return smtpUrl === undefined || from === undefined ? undefined : { smtpUrl, from };
  }

  sms(required: boolean): Settings['sms'] {
    if (!required) return undefined;
    const url = this.url('SMS_URL', ['https:'], true);
    const token = this.required('SMS_TOKEN', true);
    const from = this.required('SMS_FROM', true);
    return url === undefined || token === undefined || from === undefined ? undefined : { url, token, from };
  }

  /** Named keys of 32 bytes, such as 2026b:6f0c…,2026a:91e4…, the newest first. */
  keys(name: string, required: boolean): readonly NamedKey[] | undefined {
    const value = this.required(name, required);
    if (value === undefined) return undefined;
    const keys = value.split(',').map((key) => /^([a-z0-9-]{1,16}):([0-9a-f]{64})$/.exec(key.trim()));
    const ids = new Set(keys.map((key) => key?.[1]));
    if (keys.some((key) => key && !isVaried(key[2] ?? '')))
      this.fault(name, 'is not random enough: generate each key with openssl rand -hex 32');
    if (!keys.includes(null) && ids.size === keys.length)
      return keys.map((key) => ({ id: key?.[1] ?? '', hex: key?.[2] ?? '' }));
    this.fault(name, 'must be <name>:<64 hexadecimal digits>; separate several keys with commas, newest first');
    return undefined;
  }

  /** By network: the URL of a transaction's page in a block explorer, with the placeholder {txid}. */
  explorers(): Partial<Record<Network, string>> {
    const found = networks.flatMap((network) => {
      const name = `EXPLORER_${network}`;
      const url = this.url(name, ['https:'], false);
      if (url === undefined) return [];
      if (!url.includes('{txid}')) this.fault(name, 'must contain {txid} in place of the transaction id');
      return [[network, url] as const];
    });
    return Object.fromEntries(found);
  }

  /** The settings of a bucket. They must be set completely or not at all. */
  s3(name: string): S3Settings | undefined {
    const url = this.url(name, ['https:', 'http:'], false);
    if (url === undefined) return undefined;
    const region = this.text('KYC_S3_REGION') ?? 'auto';
    const accessKeyId = this.required('KYC_S3_ACCESS_KEY', true);
    const secretAccessKey = this.required('KYC_S3_SECRET_KEY', true);
    if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
    return { url, region, accessKeyId, secretAccessKey };
  }

  /**
   * The settings of sign-in with Google. They must be set completely or not at all: otherwise its button would not
   * work.
   */
  openId(): OpenIdSettings | undefined {
    const isAsked = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'OIDC_ISSUER'].some((name) => this.text(name));
    if (!isAsked) return undefined;
    const clientId = this.required('GOOGLE_CLIENT_ID', true);
    const clientSecret = this.required('GOOGLE_CLIENT_SECRET', true);
    const issuer = this.url('OIDC_ISSUER', ['https:'], false) ?? GOOGLE_ISSUER;
    return clientId === undefined || clientSecret === undefined ? undefined : { issuer, clientId, clientSecret };
  }

  /**
   * The settings of payments. They must be set completely or not at all: if clients can pay, they must also be
   * credited. In a sandbox, the settings may name substitutes on the same machine, without TLS.
   */
  payments(production: boolean): PaymentSettings | undefined {
    const names = ['PAYPAL_CLIENT_ID', 'PAYPAL_SECRET', 'PAYPAL_WEBHOOK_ID', 'PAYPAL_URL', 'RATES_URL'];
    if (!names.some((name) => this.text(name))) return undefined;
    const protocols = production ? ['https:'] : ['https:', 'http:'];
    const clientId = this.required('PAYPAL_CLIENT_ID', true);
    const secret = this.required('PAYPAL_SECRET', true);
    const webhookId = this.required('PAYPAL_WEBHOOK_ID', true);
    const url = this.url('PAYPAL_URL', protocols, false) ?? PAYPAL;
    const ratesUrl = this.url('RATES_URL', protocols, true);
    if (clientId === undefined || secret === undefined || webhookId === undefined || ratesUrl === undefined)
      return undefined;
    const paypal = { url: withoutSlash(url), clientId, secret, webhookId };
    return { paypal, ratesUrl: withoutSlash(ratesUrl) };
  }

  /**
   * The number of proxies in front of the server. It determines which of a request's addresses is trusted. Required in
   * production.
   */
  trustedProxies(production: boolean): number {
    this.required('TRUSTED_PROXIES', production);
    return this.integer('TRUSTED_PROXIES', 0, 0, 8);
  }

  /** The settings of the metrics. Their address may be reachable from beyond this machine only if a token is set. */
  metrics(): Settings['metrics'] {
    const token = this.secret('METRICS_TOKEN', false);
    const value = this.text('METRICS_LISTEN');
    if (value === undefined) return { token, listen: undefined };
    const [, host = '', port = ''] = /^\[?([^\]]+)\]?:([0-9]{1,5})$/.exec(value) ?? [];
    if (host === '' || Number(port) > 65_535) this.fault('METRICS_LISTEN', 'must be <host>:<port>');
    else if (token === undefined && !isLoopback(host))
      this.fault('METRICS_LISTEN', 'must be a loopback address, such as 127.0.0.1:9464, unless METRICS_TOKEN is set');
    return { token, listen: { host, port: Number(port) } };
  }

  /** Reports a fault if a setting of the simulation is set in production. */
  absentInProduction(name: string): undefined {
    if (this.text(name) !== undefined) this.fault(name, 'is a sandbox setting: remove it');
    return undefined;
  }

  finish(): void {
    if (this.#faults.length === 0) return;
    throw new StartError(`Correct these settings and start again: ${this.#faults.join('; ')}.`);
  }

  required(name: string, required: boolean): string | undefined {
    const value = this.text(name);
    if (value === undefined && required) this.fault(name, 'is missing');
    return value;
  }

  fault(name: string, what: string): void {
    this.#faults.push(`${name} ${what}`);
  }
}

const withoutSlash = (url: string): string => url.replace(/\/$/, '');

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
