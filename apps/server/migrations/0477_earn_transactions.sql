-- Finds the record behind a client's ledger line in Earn: which stake, investment or rental it belongs to.
create index money_records_of_earn on money_records (owner_id, position)
  where purpose in ('between_wallets', 'interest', 'rental');
