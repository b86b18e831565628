import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readAdvisories } from './advisories.ts';
import { readLock } from './lock-file.ts';

/** Starts a package registry on this machine. */
async function registry(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const lock = readLock();
const advisory = {
  id: 1,
  title: 'Prototype pollution',
  url: 'https://advisories.example/1',
  severity: 'high',
  vulnerable_versions: '<999',
};

/** A registry's response about a package, in which only the version in the lock file exists. */
function packument(name: string): object | undefined {
  const entry = lock[`node_modules/${name}`];
  if (entry?.version === undefined) return undefined;
  return { name, 'dist-tags': { latest: entry.version }, versions: { [entry.version]: { ...entry, name } } };
}

test('a package with an advisory in the registry is reported with its severity and URL', async () => {
  const url = await registry((request, response) => {
    const name = decodeURIComponent(request.url?.slice(1) ?? '');
    const body = request.method === 'POST' ? { pg: [advisory] } : packument(name);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  });
  const { findings, failure } = await readAdvisories(url);
  expect(failure).toBeUndefined();
  expect(findings).toEqual(
    expect.arrayContaining([expect.stringContaining('pg: high: Prototype pollution (https://advisories.example/1)')]),
  );
});

test('if there are no advisories, there are no findings', async () => {
  const url = await registry((_request, response) => response.end('{}'));
  expect(await readAdvisories(url)).toEqual({ findings: [], failure: undefined });
});

test('a registry that does not serve advisories is reported as a failure, not as safe', async () => {
  const url = await registry((_request, response) => {
    response.statusCode = 405;
    response.end();
  });
  const { findings, failure } = await readAdvisories(url);
  expect(findings).toEqual([]);
  expect(failure).toMatch(/405/);
});
