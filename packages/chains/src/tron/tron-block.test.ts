import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { NodeFault } from '../chain-errors.ts';
import { encodeFields } from './protobuf.ts';
import { readBlock } from './tron-block.ts';

/** The headers of block 84939539 of the mainnet and block 66987565 of the test network Nile, from nodes. */
const published = [
  {
    blockID: '00000000051013135cc2a882717c7656a4c53c2e7158a00913540ab397e1f19c',
    block_header: {
      raw_data: {
        timestamp: 1785489366000,
        txTrieRoot: '642d767c3bdee7e3a025354ce57c21190c6e69dd9a4f7c74942d16795faf2407',
        parentHash: '0000000005101312abd068e357ca0d0a882e402f7e72170da1896136075f8736',
        number: 84939539,
        witness_address: '413ce9a6b8ad08e5bb13b57a9d3782946a5efdb36d',
        version: 36,
      },
    },
  },
  {
    blockID: '0000000003fe262d52bfa4b2814f816fd2e57af5b98a33d60d8630a03a908e0e',
    block_header: {
      raw_data: {
        number: 66987565,
        txTrieRoot: 'faf8fe3858339ead25cc892461c82a59b84dca4a51c45b026676bf3f45a352a2',
        witness_address: '41b2f713d57dbcec679d93a8849fa0cd0e4db594ba',
        parentHash: '0000000003fe262c85cd6b02033f4c3e5c1efa35de256a17bd906dc61fb1aeed',
        version: 34,
        timestamp: 1777445121000,
      },
    },
  },
] as const;

test.each(published)('the header of block $block_header.raw_data.number has its known hash', (answer) => {
  const { number, timestamp, parentHash } = answer.block_header.raw_data;
  const block = { height: number, hash: answer.blockID, parentHash, timeMs: timestamp, transactions: [] };
  expect(readBlock(answer)).toEqual(block);
});

test('a header with a field changed, omitted or added is refused', () => {
  const [{ blockID, block_header }] = published;
  const header = block_header.raw_data;
  const wrong = [
    ...Object.keys(header).map((name) => ({ ...header, [name]: undefined })),
    { ...header, timestamp: header.timestamp - 3_000 },
    { ...header, version: 35 },
    { ...header, witness_address: '41b2f713d57dbcec679d93a8849fa0cd0e4db594ba' },
    { ...header, accountStateRoot: header.txTrieRoot },
    { ...header, chainId: '01' },
  ];
  for (const raw_data of wrong) {
    expect(() => readBlock({ blockID, block_header: { raw_data } }), JSON.stringify(raw_data)).toThrow(NodeFault);
  }
});

test('the parent of a block has a height that is one lower', () => {
  const header = { number: 9, timestamp: 1, parentHash: `${'7'.padStart(16, '0')}${'ab'.repeat(24)}` };
  const bytes = encodeFields([
    { number: 1, value: 1n },
    { number: 3, value: hexToBytes(header.parentHash) },
    { number: 7, value: 9n },
  ]);
  const blockID = '9'.padStart(16, '0') + bytesToHex(sha256(bytes)).slice(16);
  expect(() => readBlock({ blockID, block_header: { raw_data: header } })).toThrow('does not follow');
});

test('a block that the node does not have is returned as undefined', () => {
  expect(readBlock({})).toBeUndefined();
});
