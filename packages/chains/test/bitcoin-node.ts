import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BitcoindRpc, RpcFault } from './bitcoin/bitcoind-rpc.ts';
import { EsploraHttp } from './bitcoin/esplora-http.ts';
import type { RegtestNode } from './bitcoin/regtest-node.ts';

export interface BitcoinNodeServer {
  /** bitcoind's JSON-RPC is at /, Esplora's API below /api. */
  readonly url: string;
  /** The headers of requests to the JSON-RPC. */
  readonly headers: { readonly authorization: string };
  readonly node: RegtestNode;
  readonly rpc: BitcoindRpc;
  close(): Promise<void>;
}

/**
 * A node that acts as bitcoind and as Esplora over real sockets: there is no package from which the tests could install
 * either of them.
 */
export async function openBitcoinNode(node: RegtestNode): Promise<BitcoinNodeServer> {
  const rpc = new BitcoindRpc(node);
  const esplora = new EsploraHttp(node);
  const authorization = `Basic ${Buffer.from('rpc:Pelican-orchard-58').toString('base64')}`;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const body = await bodyOf(request);
    if (path.startsWith('/api/')) {
      const { status, body: answer } = esplora.answer(request.method ?? 'GET', path.slice('/api'.length), body);
      response.writeHead(status).end(answer);
    } else if (request.headers.authorization !== authorization) {
      response.writeHead(401).end();
    } else {
      answerRpc(rpc, path, body, response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, headers: { authorization }, node, rpc, close };
}

/** JSON-RPC 1.0 as in bitcoind: errors have status 500. */
function answerRpc(rpc: BitcoindRpc, path: string, body: string, response: ServerResponse): void {
  const { id, method, params } = JSON.parse(body) as { id: unknown; method: string; params: unknown[] };
  const [, wallet] = /^\/wallet\/([^/]+)$/.exec(path) ?? [];
  response.setHeader('content-type', 'application/json');
  try {
    response.end(JSON.stringify({ result: rpc.answer(method, params, wallet), error: null, id }));
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error;
    const { code, message } = error;
    response.writeHead(500).end(JSON.stringify({ result: null, error: { code, message }, id }));
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
