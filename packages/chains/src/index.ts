export { BitcoinAddresses } from './bitcoin/bitcoin-addresses.ts';
export { BitcoinChain, type BitcoinChainParts } from './bitcoin/bitcoin-chain.ts';
export {
  type BitcoinNetwork,
  type BitcoinNetworkName,
  bitcoinNetworkNames,
  bitcoinNetworks,
} from './bitcoin/bitcoin-network.ts';
export { BitcoinSigner } from './bitcoin/bitcoin-signer.ts';
export { BitcoindNode, type BitcoindSettings } from './bitcoin/bitcoind-node.ts';
export { EsploraNode } from './bitcoin/esplora-node.ts';
export {
  type AddressFormat,
  type BlockRef,
  type Chain,
  type ChainBlock,
  type ChainCoin,
  type ChainFamily,
  type ChainPaid,
  type ChainReader,
  type ChainSpend,
  type ChainTransfer,
  type ChainWriter,
  type EcdsaSignature,
  familyOf,
  type KeyStore,
  type Movement,
  type Network,
  networks,
  type Payment,
  type PaymentBounds,
  type PaymentSource,
  type SignedTransaction,
  type SourceOf,
  type SweepBounds,
  type TransactionContent,
  type TransactionSigner,
  type TransactionStatus,
  type UnsignedTransaction,
} from './chain.ts';
export {
  ChainError,
  FeeTooHigh,
  InsufficientFunds,
  MalformedTransaction,
  NodeFault,
  NodeUnreachable,
  Rejected,
  WOULD_FAIL,
  WouldFail,
} from './chain-errors.ts';
export { evmAddresses } from './evm/evm-addresses.ts';
export { EvmChain, type EvmSettings } from './evm/evm-chain.ts';
export { EvmSigner } from './evm/evm-signer.ts';
export { inBatches, REQUESTS_AT_ONCE } from './in-batches.ts';
export { accountPath, keyPath } from './key-paths.ts';
export { mainTokens } from './main-tokens.ts';
export { isVaried } from './secret-strength.ts';
export { SeedKeys } from './seed-keys.ts';
export { countedOn } from './settled.ts';
export { SignerFault, SignerUnreachable, SigningClient, type SigningClientSettings } from './signing-client.ts';
export {
  isSameMac,
  isSigned,
  type PaymentPurpose,
  paymentPurposes,
  requestMac,
  responseMac,
  SIGNING_MAC_HEADER,
  SIGNING_TIME_HEADER,
  type SignedBefore,
  type SignerHealth,
  type SignRefusal,
  type SignRefusalCode,
  type SignRequest,
  signingWindowMs,
  signRequest,
  unsignedHash,
  xpubFingerprint,
} from './signing-protocol.ts';
export { type SavedChain, SimulatedChain, type SimulatedChainParts } from './simulated/simulated-chain.ts';
export { SimulatedSigner, simulatedContract } from './simulated/simulated-transaction.ts';
export { tronAddresses } from './tron/tron-address.ts';
export { TRON_MAINNET_GENESIS, TronChain, type TronChainOptions } from './tron/tron-chain.ts';
export { tronSigner } from './tron/tron-signer.ts';
export { isUnspendable } from './unspendable.ts';
export { WitnessedChain } from './witnessed-chain.ts';
