-- Only the amount is stored: the console adds that it was charged.
update payment_concerns set detail = substr(detail, length('charged ') + 1)
  where kind = 'differs' and detail like 'charged %';
