import { describeAddresses, describeChain } from '../../test/chain-suite.ts';
import { openTronNetwork } from '../../test/tron-network.ts';
import { tronAddresses } from './tron-address.ts';

// The timeout is short, because some tests wait for a node that does not respond.
describeChain('TRON', () => openTronNetwork(undefined, 3_000));

describeAddresses('TRON', tronAddresses, {
  // The mnemonic 'abandon' eleven times, then 'about' (BIP-39): its account at m/44'/195'/0', and the addresses that
  // wallets show for it.
  xpub: 'xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd',
  derived: [
    'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
    'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK',
    'TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx',
  ],
  accepted: {
    // Tether's contract, and addresses of wallet-core's tests.
    TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
    THTR75o8xXAgCTQqpiot2AFRAjvW1tSbVV: 'THTR75o8xXAgCTQqpiot2AFRAjvW1tSbVV',
  },
  refused: [
    'abc',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W',
    '2MegQ6oqSda2tTagdEzBA',
    // One letter changed, the case of one letter changed, two letters swapped.
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLJ6t',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjjL6t',
    // Twenty zero bytes: an address that nobody owns.
    'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
    // Tether's contract as 20 and as 21 bytes in hexadecimal, encodings that clients do not use.
    'a614f803b6fd780986a42c78ec9c7f77e6ded13c',
    '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
  ],
});
