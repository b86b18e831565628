-- The console says that it was charged: the amount alone is kept.
update payment_concerns set detail = substr(detail, length('charged ') + 1)
  where kind = 'differs' and detail like 'charged %';
