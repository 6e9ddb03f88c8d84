-- COM2: when the shopper last asked for this payment; null: when it was created. A code that is still good is shown again, not made again.
alter table payments add column requested_at timestamptz;
