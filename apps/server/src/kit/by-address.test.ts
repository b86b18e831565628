import { describe, expect, test } from 'vitest';
import { AddressPlaces, AddressRateLimiter, addressKey, siteKey } from './by-address.ts';

test('the address of a disconnected sender still yields a rate-limit key', () => {
  expect(addressKey(undefined)).toBe('gone');
  expect(siteKey(addressKey(undefined))).toBeUndefined();
});

test.each([
  ['203.0.113.7', '203.0.113.7', undefined],
  ['::ffff:203.0.113.7', '203.0.113.7', undefined],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1/48'],
  ['2001:db8:1:2::9', '2001:db8:1:2', '2001:db8:1/48'],
  ['2001:db8::9', '2001:db8:0:0', '2001:db8:0/48'],
  ['::1', '0:0:0:0', '0:0:0/48'],
])('the address %s is limited as %s, and with its site as %s', (ip, key, site) => {
  expect(addressKey(ip)).toBe(key);
  expect(siteKey(key)).toBe(site);
});

const networks = (count: number) => Array.from({ length: count }, (_, n) => `2001:db8:1:${n.toString(16)}::1`);

describe('a rate limit by address', () => {
  test('admits four times as much from all networks of one IPv6 site as from one network', () => {
    const limiter = new AddressRateLimiter(10);
    const admitted = networks(1_000).filter((ip) => limiter.take(ip, 0) === 0);
    expect(admitted).toHaveLength(4 * 30);
    expect(limiter.take('2001:db8:2::1', 0)).toBe(0);
    for (let count = 0; count < 30; count += 1) expect(limiter.take('192.0.2.1', 0)).toBe(0);
    expect(limiter.take('192.0.2.1', 0)).toBe(1);
    expect(limiter.take('192.0.2.2', 0)).toBe(0);
  });

  test('does not charge a site for refused requests of one of its networks', () => {
    const limiter = new AddressRateLimiter(10);
    const [busy = '', ...others] = networks(91);
    for (let count = 0; count < 1_000; count += 1) limiter.take(busy, 0);
    for (const ip of others) expect(limiter.take(ip, 0)).toBe(0);
  });

  test('does not charge a network for requests that its site’s limit refuses', () => {
    const limiter = new AddressRateLimiter(10);
    const [last = '', ...others] = networks(121);
    for (const ip of others) limiter.take(ip, 0);
    for (let count = 0; count < 100; count += 1) expect(limiter.take(last, 0)).toBe(1);
    for (let count = 0; count < 30; count += 1) expect(limiter.take(last, 1_000)).toBe(0);
  });

  test('also charges the site for work that has already been done', () => {
    const limiter = new AddressRateLimiter(10);
    for (const ip of networks(4)) limiter.charge(ip, 0, 30);
    expect(limiter.take('2001:db8:1:9::1', 0)).toBe(1);
  });
});

describe('concurrent slots by address', () => {
  test('all networks of one IPv6 site together have four times as many slots as one network', () => {
    const places = new AddressPlaces(3);
    const [first = ''] = networks(1);
    for (let count = 0; count < 3; count += 1) expect(places.take(first)).toBe(true);
    expect(places.take(first)).toBe(false);
    expect(networks(100).filter((ip) => places.take(ip))).toHaveLength(9);
    expect(places.take('2001:db8:2::1')).toBe(true);
  });

  test('a released slot is free for the address and for its site', () => {
    const places = new AddressPlaces(1, 2);
    const [one = '', two = '', three = ''] = networks(3);
    for (const ip of [one, two]) expect(places.take(ip)).toBe(true);
    for (let count = 0; count < 9; count += 1) expect(places.take(three)).toBe(false);
    places.leave(one);
    expect(places.take(three)).toBe(true);
  });
});
