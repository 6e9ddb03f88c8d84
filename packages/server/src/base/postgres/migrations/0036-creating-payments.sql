-- COM2: a webhook with an unknown id may be about one of the payments of its account that are being created.
create index payments_creating on payments (account_id) where state = 'creating';
