-- COM28: who bought, as coupon-person.ts compares it: the mailbox of an e-mail address, and a CPF or CNPJ without punctuation.
-- In PL/pgSQL for the reason given at phone_key.
create function mailbox_key(given text) returns text language plpgsql immutable parallel safe as $$
declare
  address text := lower(regexp_replace(given, '^\s+|\s+$', '', 'g'));
  domain text := case split_part(address, '@', 2) when 'googlemail.com' then 'gmail.com' else split_part(address, '@', 2) end;
  untagged text := coalesce(nullif(split_part(split_part(address, '@', 1), '+', 1), ''), split_part(address, '@', 1));
begin
  return case when length(given) > 254 or address !~ '^[^\s@]+@[^\s@]+$' then null
    when domain = 'gmail.com' then coalesce(nullif(replace(untagged, '.', ''), ''), untagged) || '@' || domain
    else untagged || '@' || domain end;
end
$$;
create function document_key(given text) returns text language plpgsql immutable parallel safe as $$
begin
  return nullif(left(upper(regexp_replace(given, '[^0-9A-Za-z]', '', 'g')), 40), '');
end
$$;

-- COM28: the network of an unsigned cart that holds a use of a limited coupon, as a keyed hash; null: no such use.
alter table coupon_uses add column network bytea;
alter table coupon_uses add constraint coupon_uses_network check (octet_length(network) = 16) not valid;
