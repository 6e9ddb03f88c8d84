-- RUN22: the hours in which waits of the store end that keep to business hours; national holidays are never among them.
alter table stores add column business_hours jsonb not null default '{"from": "08:00", "to": "18:00", "days": [1, 2, 3, 4, 5]}'
  check (
    jsonb_typeof(business_hours -> 'days') = 'array' and jsonb_array_length(business_hours -> 'days') between 1 and 7
    and business_hours ->> 'from' < business_hours ->> 'to'
  );
